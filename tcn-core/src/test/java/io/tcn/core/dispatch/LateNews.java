// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.PipeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// What the loop has not been told yet, though it has happened.
final class LateNews {
    private record Untold(Set<PipeId> concerned, Runnable telling) {}

    private final List<Untold> untold = new ArrayList<>();
    private final Random random;

    LateNews(Random random) {
        this.random = random;
    }

    void keepBack(Collection<PipeId> concerned, Runnable telling) {
        untold.add(new Untold(Set.copyOf(concerned), telling));
    }

    /// Tells one of them, if there is any.
    void tellOne() {
        if (!untold.isEmpty()) {
            untold.remove(random.nextInt(untold.size())).telling.run();
        }
    }

    boolean isEmpty() {
        return untold.isEmpty();
    }

    boolean concerns(PipeId pipe) {
        return untold.stream().anyMatch(news -> news.concerned.contains(pipe));
    }
}
