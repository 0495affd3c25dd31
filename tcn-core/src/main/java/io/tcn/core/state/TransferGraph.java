// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.WaitingTransfer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jgrapht.Graph;
import org.jgrapht.Graphs;
import org.jgrapht.graph.AbstractBaseGraph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DefaultGraphType;
import org.jgrapht.graph.EdgeSetFactory;
import org.jgrapht.graph.FastLookupGraphSpecificsStrategy;

/// The DAG of transfers that wait for others. A transfer is in it while it waits, or while another waits for it;
/// plain transfers never are, so that memory follows the dependencies and not the queue.
///
/// Owned by the dispatch loop; not thread-safe. Edges lead from a predecessor to its successor.
///
/// It is a plain directed graph that refuses cycles itself: JGraphT's DirectedAcyclicGraph keeps a topological order
/// that nobody asks for, and takes minutes over a long chain whose last transfer comes first. Cost of adding: the
/// predecessors, and twice the smaller of the two sides that could meet in a cycle (those that wait for the new
/// transfer, those that its predecessors wait for), which is nothing unless it joins two parts that were there.
public final class TransferGraph {
    private final Graph<TransferId, DefaultEdge> graph;
    private final Map<TransferId, PipeId> waiting = new HashMap<>();

    public TransferGraph() {
        this(DefaultEdge::new);
    }

    /// @param edges makes the edges
    TransferGraph(Supplier<DefaultEdge> edges) {
        this.graph = new HashedEdges(edges);
    }

    /// Simple directed, with the edges of a vertex in hash sets: JGraphT's lists make the removal of one that has d of
    /// them cost d squared.
    private static final class HashedEdges extends AbstractBaseGraph<TransferId, DefaultEdge> {
        private static final long serialVersionUID = 1L;

        HashedEdges(Supplier<DefaultEdge> edges) {
            super(null, edges, DefaultGraphType.directedSimple(), new Strategy());
        }

        private static final class Strategy extends FastLookupGraphSpecificsStrategy<TransferId, DefaultEdge> {
            private static final long serialVersionUID = 1L;

            @Override
            public EdgeSetFactory<TransferId, DefaultEdge> getEdgeSetFactory() {
                return vertex -> new LinkedHashSet<>(4);
            }
        }
    }

    /// What became of adding a transfer.
    public enum AddResult {
        /// It waits now.
        ADDED,
        /// It was there before; nothing changed.
        KNOWN,
        /// It would have waited for itself, directly or through others; nothing changed.
        CYCLE
    }

    /// Adds a transfer that waits for others.
    public AddResult add(WaitingTransfer transfer) {
        TransferId id = transfer.id();
        if (waiting.containsKey(id)) {
            return AddResult.KNOWN;
        }
        if (closesCycle(id, transfer.after())) {
            return AddResult.CYCLE;
        }
        graph.addVertex(id);
        for (TransferId predecessor : transfer.after()) {
            graph.addVertex(predecessor);
            graph.addEdge(predecessor, id);
        }
        waiting.put(id, transfer.pipe());
        return AddResult.ADDED;
    }

    /// Whether one of the predecessors waits for the transfer. Looks from both sides in turn: whichever has nothing
    /// left to visit proves that they do not meet.
    private boolean closesCycle(TransferId id, Set<TransferId> predecessors) {
        if (predecessors.contains(id)) {
            return true;
        }
        if (!graph.containsVertex(id)) {
            return false;
        }
        Set<TransferId> below = new HashSet<>(Set.of(id));
        Deque<TransferId> down = new ArrayDeque<>(below);
        Set<TransferId> above = new HashSet<>();
        predecessors.stream().filter(graph::containsVertex).forEach(above::add);
        Deque<TransferId> up = new ArrayDeque<>(above);
        while (!down.isEmpty() && !up.isEmpty()) {
            for (TransferId successor : Graphs.successorListOf(graph, down.remove())) {
                if (predecessors.contains(successor)) {
                    return true;
                }
                if (below.add(successor)) {
                    down.add(successor);
                }
            }
            for (TransferId predecessor : Graphs.predecessorListOf(graph, up.remove())) {
                if (predecessor.equals(id)) {
                    return true;
                }
                if (above.add(predecessor)) {
                    up.add(predecessor);
                }
            }
        }
        return false;
    }

    /// Whether a transfer waits for others.
    public boolean isWaiting(TransferId transfer) {
        return waiting.containsKey(transfer);
    }

    /// The pipe of a transfer that waits; empty if it does not wait.
    public Optional<PipeId> findPipe(TransferId transfer) {
        return Optional.ofNullable(waiting.get(transfer));
    }

    /// Number of transfers that wait.
    public int waitingCount() {
        return waiting.size();
    }

    /// Number of transfers held in memory: those that wait, and those that somebody waits for.
    int size() {
        return graph.vertexSet().size();
    }

    /// A transfer finished.
    ///
    /// @return the transfers that wait for nothing any more, in the order of their numbers, with their pipes;
    ///     they have left the waiting ones
    public List<Waiter> finished(TransferId transfer) {
        if (!graph.containsVertex(transfer)) {
            return List.of();
        }
        Set<TransferId> successors = new TreeSet<>(Graphs.successorListOf(graph, transfer));
        remove(transfer);
        List<Waiter> ready = new ArrayList<>();
        for (TransferId successor : successors) {
            if (graph.inDegreeOf(successor) == 0) {
                PipeId pipe = waiting.remove(successor);
                if (pipe != null) {
                    ready.add(new Waiter(successor, pipe));
                }
                dropIfAlone(successor);
            }
        }
        return ready;
    }

    /// A transfer failed for good or was cancelled: everything that waits for it, directly or through others, is
    /// taken out, and the transfer itself if it waited.
    ///
    /// @return those that waited for it with their pipes, the nearest first
    public List<Waiter> failed(TransferId transfer) {
        if (!graph.containsVertex(transfer)) {
            return List.of();
        }
        Set<TransferId> lost = new LinkedHashSet<>();
        Deque<TransferId> todo = new ArrayDeque<>();
        todo.add(transfer);
        while (!todo.isEmpty()) {
            for (TransferId successor : new TreeSet<>(Graphs.successorListOf(graph, todo.remove()))) {
                if (lost.add(successor)) {
                    todo.add(successor);
                }
            }
        }
        remove(transfer);
        List<Waiter> waiters = new ArrayList<>();
        for (TransferId id : lost) {
            PipeId pipe = waiting.get(id);
            if (pipe != null) {
                waiters.add(new Waiter(id, pipe));
            }
            remove(id);
        }
        return waiters;
    }

    /// The predecessors of some transfers that do not wait themselves: those whose end releases somebody.
    public Set<TransferId> roots(Collection<TransferId> of) {
        Set<TransferId> roots = new TreeSet<>();
        for (TransferId id : of) {
            if (graph.containsVertex(id)) {
                Graphs.predecessorListOf(graph, id).stream()
                        .filter(predecessor -> !waiting.containsKey(predecessor))
                        .forEach(roots::add);
            }
        }
        return roots;
    }

    private void remove(TransferId id) {
        List<TransferId> predecessors = Graphs.predecessorListOf(graph, id);
        waiting.remove(id);
        graph.removeVertex(id);
        predecessors.forEach(this::dropIfAlone);
    }

    private void dropIfAlone(TransferId id) {
        if (!waiting.containsKey(id) && graph.outDegreeOf(id) == 0 && graph.inDegreeOf(id) == 0) {
            graph.removeVertex(id);
        }
    }

    /// A transfer that waited, and its pipe.
    public record Waiter(TransferId transfer, PipeId pipe) {}
}
