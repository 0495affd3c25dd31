// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/// Checks the dependencies of a batch of new transfers before anything is stored. Transfers that exist already cannot
/// depend on new ones, so that a cycle, if there is one, lies within the batch.
public final class DependencyCheck {
    private DependencyCheck() {}

    /// What the check found.
    ///
    /// @param <K> how transfers are named
    public sealed interface Result<K> {
        /// All is well.
        record Sound<K>() implements Result<K> {}

        /// A transfer waits for itself through others: each waits for the next, the last for the first.
        record Cycle<K>(List<K> path) implements Result<K> {
            public Cycle {
                path = List.copyOf(path);
            }
        }

        /// A transfer names itself as its predecessor.
        record SelfPredecessor<K>(K transfer) implements Result<K> {}

        /// A transfer names a predecessor that is neither in the batch nor known.
        record UnknownPredecessor<K>(K transfer, K predecessor) implements Result<K> {}
    }

    /// Checks a batch. Takes time in proportion to its transfers and dependencies, whatever their order.
    ///
    /// @param after per new transfer the names of its predecessors; its order decides which fault is reported, a
    ///     cycle last
    /// @param isKnown whether a name that is not in the batch is that of an existing transfer
    /// @param <K> how transfers are named
    public static <K> Result<K> check(Map<K, ? extends Set<K>> after, Predicate<K> isKnown) {
        Map<K, List<K>> successors = new HashMap<>();
        Map<K, Integer> missing = new LinkedHashMap<>();
        for (Map.Entry<K, ? extends Set<K>> entry : after.entrySet()) {
            K transfer = entry.getKey();
            int within = 0;
            for (K predecessor : entry.getValue()) {
                if (predecessor.equals(transfer)) {
                    return new Result.SelfPredecessor<>(transfer);
                }
                if (after.containsKey(predecessor)) {
                    successors
                            .computeIfAbsent(predecessor, none -> new ArrayList<>())
                            .add(transfer);
                    within++;
                } else if (!isKnown.test(predecessor)) {
                    return new Result.UnknownPredecessor<>(transfer, predecessor);
                }
            }
            missing.put(transfer, within);
        }
        Set<K> stuck = stuck(missing, successors);
        return stuck.isEmpty() ? new Result.Sound<>() : new Result.Cycle<>(cycleAmong(stuck, after));
    }

    /// The transfers that could never start: those that remain when, again and again, the ones that wait for nobody
    /// are taken out (Kahn's algorithm). Each of them waits for another of them.
    private static <K> Set<K> stuck(Map<K, Integer> missing, Map<K, List<K>> successors) {
        Deque<K> ready = new ArrayDeque<>();
        missing.forEach((transfer, count) -> {
            if (count == 0) {
                ready.add(transfer);
            }
        });
        while (!ready.isEmpty()) {
            K done = ready.remove();
            missing.remove(done);
            for (K successor : successors.getOrDefault(done, List.of())) {
                if (missing.merge(successor, -1, Integer::sum) == 0) {
                    ready.add(successor);
                }
            }
        }
        return missing.keySet();
    }

    /// Goes from a stuck transfer to one that it waits for, until one comes again.
    private static <K> List<K> cycleAmong(Set<K> stuck, Map<K, ? extends Set<K>> after) {
        Set<K> seen = new LinkedHashSet<>();
        K next = stuck.iterator().next();
        while (seen.add(next)) {
            next = Objects.requireNonNull(after.get(next)).stream()
                    .filter(stuck::contains)
                    .findFirst()
                    .orElseThrow();
        }
        List<K> way = List.copyOf(seen);
        return way.subList(way.indexOf(next), way.size());
    }
}
