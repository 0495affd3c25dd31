// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import io.tcn.core.port.WaitingTransfer;
import io.tcn.core.state.TransferGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// What the end of one transfer means to those that wait for it: they are queued, or given up. Keeps the graph of
/// dependencies and the pipes' counts of waiting transfers in step. Owned by the dispatch loop.
final class Dependencies {
    private static final int BLOCK = 5000;

    private final TransferGraph graph;
    private final TransferStore store;
    private final PipeQueues pipes;
    private final Outbox outbox;
    private final TimeSource time;
    private final Consumer<Runnable> events;

    /// @param events runs something as an event of the dispatch loop, after those that wait already
    Dependencies(
            TransferGraph graph,
            TransferStore store,
            PipeQueues pipes,
            Outbox outbox,
            TimeSource time,
            Consumer<Runnable> events) {
        this.store = store;
        this.graph = graph;
        this.pipes = pipes;
        this.outbox = outbox;
        this.time = time;
        this.events = events;
    }

    /// Takes in transfers that wait. Predecessors may have ended before it was known here that somebody waits for them:
    /// the store is asked.
    void add(List<WaitingTransfer> waiting) {
        List<TransferId> added = new ArrayList<>();
        for (WaitingTransfer transfer : waiting) {
            PipeQueue pipe = pipes.get(transfer.pipe());
            switch (graph.add(transfer)) {
                case ADDED -> {
                    added.add(transfer.id());
                    pipe.counters().addWaiting(1);
                    pipes.touch(pipe);
                }
                case KNOWN -> {
                    // Told twice: harmless.
                }
                case CYCLE -> {
                    // Refused before it was stored; this is the last line of defence.
                    abandon(transfer.id(), pipe, "the transfer waits for itself through others");
                    lost(transfer.id(), "waits for itself");
                }
            }
        }
        ask(graph.roots(added));
    }

    /// Asks the store what became of some transfers that others wait for, and acts on the answer.
    void ask(Set<TransferId> predecessors) {
        if (!predecessors.isEmpty()) {
            store.loadStates(predecessors, states -> events.accept(() -> settle(predecessors, states)));
        }
    }

    private void settle(Set<TransferId> asked, Map<TransferId, TransferState> states) {
        for (TransferId predecessor : asked) {
            TransferState known = states.get(predecessor);
            if (known == TransferState.FINISHED) {
                finished(predecessor);
            } else if (known == null || known.isTerminal()) {
                lost(predecessor, known == null ? "does not exist" : "is " + known);
            }
        }
    }

    /// A transfer finished: whoever waited for it alone is queued.
    void finished(TransferId transfer) {
        graph.findPipe(transfer).ifPresent(this::noLongerWaits);
        inBlocks(graph.finished(transfer), 0, waiter -> {
            PipeQueue pipe = noLongerWaits(waiter.pipe());
            outbox.add(pipe, new Transition.Release(waiter.transfer(), waiter.pipe(), time.now()));
        });
    }

    /// A transfer, which may have waited itself, did not finish: whoever waits for it, directly or not, is cancelled
    /// with that reason.
    void lost(TransferId transfer, String fate) {
        graph.findPipe(transfer).ifPresent(this::noLongerWaits);
        inBlocks(graph.failed(transfer), 0, waiter -> {
            PipeQueue pipe = noLongerWaits(waiter.pipe());
            abandon(
                    waiter.transfer(),
                    pipe,
                    "not started: transfer " + transfer + ", which must finish first, " + fate);
        });
    }

    /// Acts on many block by block, an event each, so that one transfer for which hundreds of thousands waited holds
    /// up neither the loop nor a transaction of the store. A crash in between does no harm: the others still wait
    /// in the store, and the next start asks what became of their predecessors.
    private void inBlocks(List<TransferGraph.Waiter> waiters, int from, Consumer<TransferGraph.Waiter> each) {
        int to = Math.min(waiters.size(), from + BLOCK);
        waiters.subList(from, to).forEach(each);
        if (to < waiters.size()) {
            events.accept(() -> inBlocks(waiters, to, each));
        }
    }

    private void abandon(TransferId transfer, PipeQueue pipe, String why) {
        outbox.add(
                pipe,
                new Transition.Abandon(
                        transfer,
                        pipe.pipe().id(),
                        time.now(),
                        new TransferFailure(ErrorCode.PREDECESSOR_FAILED, why)));
    }

    private PipeQueue noLongerWaits(PipeId id) {
        PipeQueue pipe = pipes.get(id);
        pipe.counters().addWaiting(-1);
        pipes.touch(pipe);
        return pipe;
    }
}
