// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.memory.MemoryTransferStore;
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
import java.util.Random;
import java.util.function.Consumer;

/// Does what it is asked in the order asked, but late, and tells so later still.
final class LateStore implements TransferStore {
    /// Hears what the store has recorded, at the moment it does.
    @FunctionalInterface
    interface Watch {
        void recorded(Transition transition, boolean made);
    }

    private final MemoryTransferStore memory;
    private final Random random;
    private final Happenings happenings;
    private final Watch watch;
    private final List<Runnable> asked = new ArrayList<>();
    private final List<Runnable> answers = new ArrayList<>();
    private final List<TransferId> claiming = new ArrayList<>();
    private boolean answering;

    LateStore(MemoryTransferStore memory, Random random, Happenings happenings, Watch watch) {
        this.memory = memory;
        this.random = random;
        this.happenings = happenings;
        this.watch = watch;
    }

    /// Something that is done in its turn, after all that was asked before.
    void ask(Runnable question) {
        asked.add(question);
        if (!answering && random.nextInt(3) > 0) {
            answerSome();
        }
    }

    /// Something that is told in its turn, after all other answers.
    void answer(Runnable telling) {
        answers.add(telling);
    }

    @Override
    public void loadQueued(
            PipeId pipe, int limit, Instant now, QueueOrder order, Consumer<List<QueuedTransfer>> reply) {
        ask(() -> memory.loadQueued(pipe, limit, now, order, found -> {
            if (found.size() >= limit) {
                happenings.add(Happening.WINDOW_FULL);
            }
            List<QueuedTransfer> copy = List.copyOf(found);
            answer(() -> reply.accept(copy));
        }));
    }

    @Override
    public void apply(List<Transition> transitions, Consumer<List<Boolean>> reply) {
        List<Transition> copy = List.copyOf(transitions);
        List<TransferId> claims = copy.stream()
                .filter(Transition.Claim.class::isInstance)
                .map(Transition::transfer)
                .toList();
        claiming.addAll(claims);
        ask(() -> memory.apply(copy, made -> {
            List<Boolean> madeCopy = List.copyOf(made);
            for (int i = 0; i < copy.size(); i++) {
                watch.recorded(copy.get(i), madeCopy.get(i));
            }
            answer(() -> {
                claims.forEach(claiming::remove);
                reply.accept(madeCopy);
            });
        }));
    }

    @Override
    public void loadStates(Collection<TransferId> ids, Consumer<Map<TransferId, TransferState>> reply) {
        List<TransferId> copy = List.copyOf(ids);
        ask(() -> memory.loadStates(copy, states -> answer(() -> reply.accept(states))));
    }

    /// Transfers whose claims have not been answered, each as often as it is being claimed.
    List<TransferId> claiming() {
        return List.copyOf(claiming);
    }

    void answerSome() {
        answering = true;
        run(asked, random.nextInt(1 + asked.size()));
        run(answers, random.nextInt(1 + answers.size()));
        answering = false;
    }

    void answerAll() {
        answering = true;
        while (!asked.isEmpty()) {
            asked.removeFirst().run();
        }
        while (!answers.isEmpty()) {
            answers.removeFirst().run();
        }
        answering = false;
    }

    private static void run(List<Runnable> waiting, int count) {
        for (int i = 0; i < count; i++) {
            waiting.removeFirst().run();
        }
    }

    boolean isQuiet() {
        return asked.isEmpty() && answers.isEmpty();
    }
}
