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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jgrapht.Graphs;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DirectedAcyclicGraph;

/// The DAG of transfers that wait for others. A transfer is in it while it waits, or while another waits for it;
/// plain
/// transfers never are, so that memory follows the dependencies and not the queue.
///
/// Owned by the dispatch loop; not thread-safe. Edges lead from a predecessor to its successor.
public final class TransferGraph {
    private final DirectedAcyclicGraph<TransferId, DefaultEdge> graph = new DirectedAcyclicGraph<>(DefaultEdge.class);
    private final Map<TransferId, PipeId> waiting = new HashMap<>();

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
        if (waiting.containsKey(transfer.id())) {
            return AddResult.KNOWN;
        }
        boolean wasThere = graph.containsVertex(transfer.id());
        graph.addVertex(transfer.id());
        Set<TransferId> added = new LinkedHashSet<>();
        for (TransferId predecessor : new TreeSet<>(transfer.after())) {
            boolean known = graph.containsVertex(predecessor);
            if (!known) {
                graph.addVertex(predecessor);
                added.add(predecessor);
            }
            try {
                graph.addEdge(predecessor, transfer.id());
            } catch (IllegalArgumentException cycle) {
                graph.removeAllEdges(List.copyOf(graph.incomingEdgesOf(transfer.id())));
                graph.removeAllVertices(added);
                if (!wasThere) {
                    graph.removeVertex(transfer.id());
                }
                return AddResult.CYCLE;
            }
        }
        waiting.put(transfer.id(), transfer.pipe());
        return AddResult.ADDED;
    }

    /// Whether a transfer waits for others.
    public boolean isWaiting(TransferId transfer) {
        return waiting.containsKey(transfer);
    }

    /// Number of transfers that wait.
    public int waitingCount() {
        return waiting.size();
    }

    /// A transfer finished.
    ///
    /// @return the transfers that wait for nothing any more, in the order of their numbers, with their pipes;
    ///     they have
    ///     left the waiting ones
    public List<Waiter> finished(TransferId transfer) {
        if (!graph.containsVertex(transfer)) {
            return List.of();
        }
        List<TransferId> successors = new ArrayList<>(new TreeSet<>(Graphs.successorListOf(graph, transfer)));
        graph.removeVertex(transfer);
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
    /// taken
    /// out.
    ///
    /// @return those transfers with their pipes, predecessors first
    public List<Waiter> failed(TransferId transfer) {
        if (!graph.containsVertex(transfer)) {
            return List.of();
        }
        List<Waiter> lost = new ArrayList<>();
        Set<TransferId> seen = new LinkedHashSet<>();
        Deque<TransferId> todo = new ArrayDeque<>();
        todo.add(transfer);
        seen.add(transfer);
        while (!todo.isEmpty()) {
            TransferId next = todo.remove();
            for (TransferId successor : new TreeSet<>(Graphs.successorListOf(graph, next))) {
                if (seen.add(successor)) {
                    todo.add(successor);
                }
            }
        }
        Set<TransferId> touched = new TreeSet<>();
        for (TransferId id : seen) {
            touched.addAll(Graphs.predecessorListOf(graph, id));
            PipeId pipe = waiting.remove(id);
            if (pipe != null && !id.equals(transfer)) {
                lost.add(new Waiter(id, pipe));
            }
        }
        graph.removeAllVertices(seen);
        touched.forEach(this::dropIfAlone);
        return lost;
    }

    /// The predecessors of all waiting transfers that do not wait themselves: those whose end releases somebody.
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

    private void dropIfAlone(TransferId id) {
        if (graph.containsVertex(id)
                && !waiting.containsKey(id)
                && graph.outDegreeOf(id) == 0
                && graph.inDegreeOf(id) == 0) {
            graph.removeVertex(id);
        }
    }

    /// A transfer that waited, and its pipe.
    public record Waiter(TransferId transfer, PipeId pipe) {}
}
