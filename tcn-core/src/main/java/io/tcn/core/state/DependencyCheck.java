// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jgrapht.GraphPath;
import org.jgrapht.alg.shortestpath.BFSShortestPath;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DirectedAcyclicGraph;

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

    /// Checks a batch.
    ///
    /// @param after per new transfer the names of its predecessors; iteration order decides which fault is reported
    /// @param isKnown whether a name that is not in the batch is that of an existing transfer
    /// @param <K> how transfers are named
    public static <K> Result<K> check(Map<K, ? extends Set<K>> after, Predicate<K> isKnown) {
        DirectedAcyclicGraph<K, DefaultEdge> graph = new DirectedAcyclicGraph<>(DefaultEdge.class);
        after.keySet().forEach(graph::addVertex);
        for (Map.Entry<K, ? extends Set<K>> entry : after.entrySet()) {
            K transfer = entry.getKey();
            for (K predecessor : entry.getValue()) {
                if (predecessor.equals(transfer)) {
                    return new Result.SelfPredecessor<>(transfer);
                }
                if (!after.containsKey(predecessor)) {
                    if (!isKnown.test(predecessor)) {
                        return new Result.UnknownPredecessor<>(transfer, predecessor);
                    }
                    continue;
                }
                try {
                    graph.addEdge(predecessor, transfer);
                } catch (IllegalArgumentException cycle) {
                    return new Result.Cycle<>(pathOf(graph, transfer, predecessor));
                }
            }
        }
        return new Result.Sound<>();
    }

    /// The way from the successor to the predecessor that the refused edge would have closed, read backwards.
    private static <K> List<K> pathOf(DirectedAcyclicGraph<K, DefaultEdge> graph, K successor, K predecessor) {
        GraphPath<K, DefaultEdge> way = BFSShortestPath.findPathBetween(graph, successor, predecessor);
        if (way == null) {
            return List.of(predecessor, successor);
        }
        return new ArrayList<>(way.getVertexList()).reversed();
    }
}
