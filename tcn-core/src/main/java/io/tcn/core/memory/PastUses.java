// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.memory;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeKey;
import io.tcn.core.port.PastUse;
import io.tcn.core.port.PipeHistory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A history of pipes in memory. Immutable; a look-up costs O(1).
public final class PastUses implements PipeHistory {
    private static final Comparator<PastUse> NEWEST_FIRST = Comparator.comparing(PastUse::until)
            .reversed()
            .thenComparing(use -> use.key().toString());

    private record Ends(Endpoint source, Endpoint destination) {}

    private final Map<PipeKey, List<PastUse>> bySame = new HashMap<>();
    private final Map<Ends, List<PastUse>> byEnds = new HashMap<>();

    public PastUses(Collection<PastUse> uses) {
        uses.stream().sorted(NEWEST_FIRST).forEach(use -> {
            PipeKey key = use.key();
            add(bySame, key, use);
            add(byEnds, new Ends(key.source(), key.destination()), use);
        });
    }

    private static <K> void add(Map<K, List<PastUse>> index, K key, PastUse use) {
        List<PastUse> uses = index.computeIfAbsent(key, absent -> new ArrayList<>());
        if (uses.size() < MOST) {
            uses.add(use);
        }
    }

    @Override
    public List<PastUse> like(Pipe pipe) {
        List<PastUse> same = of(bySame, pipe.key());
        return same.isEmpty() ? of(byEnds, new Ends(pipe.source(), pipe.destination())) : same;
    }

    private static <K> List<PastUse> of(Map<K, List<PastUse>> index, K key) {
        return List.copyOf(index.getOrDefault(key, List.of()));
    }

    /// How many pipes it knows.
    public int pipes() {
        return bySame.size();
    }
}
