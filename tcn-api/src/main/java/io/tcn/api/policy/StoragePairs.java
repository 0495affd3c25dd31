// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Which pipes there are between two storages, under each spelling of their addresses. Guarded by its owner.
final class StoragePairs {
    /// By storages, then as they are spelled.
    private final Map<EndpointPair, Map<EndpointPair, Set<PipeId>>> pairs = new HashMap<>();

    void add(Pipe pipe) {
        EndpointPair spelled = EndpointPair.of(pipe);
        pairs.computeIfAbsent(spelled.storages(), first -> new TreeMap<>())
                .computeIfAbsent(spelled, first -> new HashSet<>())
                .add(pipe.id());
    }

    void remove(Pipe pipe) {
        EndpointPair spelled = EndpointPair.of(pipe);
        pairs.computeIfPresent(spelled.storages(), (storages, spellings) -> {
            spellings.computeIfPresent(spelled, (same, pipes) -> {
                pipes.remove(pipe.id());
                return pipes.isEmpty() ? null : pipes;
            });
            return spellings.isEmpty() ? null : spellings;
        });
    }

    /// The pairs of some pipes, and what else they are spelled as.
    Set<EndpointPair> like(Collection<Pipe> pipes) {
        Set<EndpointPair> spelled = new TreeSet<>();
        for (Pipe pipe : pipes) {
            spelled.addAll(pairs.getOrDefault(EndpointPair.of(pipe).storages(), Map.of())
                    .keySet());
        }
        return spelled;
    }

    /// All pairs, as they are spelled.
    Set<EndpointPair> all() {
        Set<EndpointPair> all = new TreeSet<>();
        pairs.values().forEach(spellings -> all.addAll(spellings.keySet()));
        return all;
    }

    /// Whether there is a pipe of this pair, and another one, or more, between the same storages.
    boolean hasSeveral(EndpointPair spelled) {
        Map<EndpointPair, Set<PipeId>> spellings = pairs.getOrDefault(spelled.storages(), Map.of());
        return spellings.containsKey(spelled)
                && (spellings.size() > 1
                        || spellings.getOrDefault(spelled, Set.of()).size() > 1);
    }
}
