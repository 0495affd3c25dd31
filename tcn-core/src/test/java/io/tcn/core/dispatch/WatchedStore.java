// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A store that counts what it is asked, and can keep its answers to loads back.
final class WatchedStore implements TransferStore {
    private final TransferStore real;
    private final List<Runnable> keptBack = new ArrayList<>();
    final List<Integer> batches = new ArrayList<>();
    int loads;
    boolean keepsLoadsBack;

    WatchedStore(TransferStore real) {
        this.real = real;
    }

    /// Gives the answers that were kept back.
    void answerLoads() {
        keepsLoadsBack = false;
        keptBack.forEach(Runnable::run);
        keptBack.clear();
    }

    private Consumer<List<QueuedTransfer>> counted(Consumer<List<QueuedTransfer>> reply) {
        loads++;
        return keepsLoadsBack ? answer -> keptBack.add(() -> reply.accept(answer)) : reply;
    }

    @Override
    public void loadQueued(
            PipeId pipe, int limit, Instant now, QueueOrder order, Consumer<List<QueuedTransfer>> reply) {
        real.loadQueued(pipe, limit, now, order, counted(reply));
    }

    @Override
    public void apply(List<Transition> transitions, Consumer<List<Boolean>> reply) {
        batches.add(transitions.size());
        real.apply(transitions, reply);
    }

    @Override
    public void loadStates(Collection<TransferId> transfers, Consumer<Map<TransferId, TransferState>> reply) {
        real.loadStates(transfers, reply);
    }
}
