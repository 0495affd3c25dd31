// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.PipeId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Which pipes have a bound in their way, whether or not n would let them open more: so that nobody takes what follows
/// from the bound, such as a small n, for the reason. Mutable; owned by the dispatch loop, except for [#of], which any
/// thread may ask.
final class BoundsInTheWay {
    private final Set<PipeQueue> held = new LinkedHashSet<>();
    private final Map<PipeId, String> names = new ConcurrentHashMap<>();

    /// Looks at a pipe. Cost: O(its bounds).
    void look(PipeQueue pipe) {
        if (pipe.usage().bounds().isEmpty() && !held.contains(pipe)) {
            return;
        }
        boolean hasWork = pipe.usage().open() > 0 || pipe.counters().queued() > 0;
        Optional<BoundGate> inTheWay = hasWork
                ? pipe.usage().bounds().stream()
                        .filter(bound -> bound.isInTheWayOf(pipe.usage()))
                        .findFirst()
                : Optional.empty();
        if (inTheWay.isPresent()) {
            held.add(pipe);
            names.put(pipe.pipe().id(), inTheWay.get().name());
        } else {
            forget(pipe);
        }
    }

    /// Looks again at those that had one, for bounds get room as time passes.
    void lookAgain() {
        List.copyOf(held).forEach(this::look);
    }

    /// A pipe is gone.
    void forget(PipeQueue pipe) {
        held.remove(pipe);
        names.remove(pipe.pipe().id());
    }

    /// Whether any pipe has one.
    boolean isAny() {
        return !held.isEmpty();
    }

    /// The bound in the way of a pipe, in words; empty if there is none. For any thread.
    Optional<String> of(PipeId pipe) {
        return Optional.ofNullable(names.get(pipe));
    }
}
