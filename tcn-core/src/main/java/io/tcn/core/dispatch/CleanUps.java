// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Removals of what transfers that are over have left at their destinations. Each owns the destination while it is
/// under way, as an attempt does. Owned by the dispatch loop.
final class CleanUps {
    private final DataPlane dataPlane;
    private final Destinations destinations;
    private final PipeQueues pipes;
    private final Predicate<TransferId> runs;
    private final TimeSource time;
    private final Consumer<Runnable> events;
    private final Set<TransferId> underWay = new HashSet<>();

    /// @param runs whether an attempt at a transfer is under way
    /// @param events runs something as an event of the dispatch loop
    CleanUps(
            DataPlane dataPlane,
            Destinations destinations,
            PipeQueues pipes,
            Predicate<TransferId> runs,
            TimeSource time,
            Consumer<Runnable> events) {
        this.dataPlane = dataPlane;
        this.destinations = destinations;
        this.pipes = pipes;
        this.runs = runs;
        this.time = time;
        this.events = events;
    }

    /// Begins, unless somebody is at work there: another transfer, an attempt at this one that has not ended yet, or a
    /// removal for it.
    ///
    /// @param answer hears once how it went
    void begin(QueuedTransfer left, Consumer<CleanUpResult> answer) {
        TransferId transfer = left.transfer().id();
        if (underWay.contains(transfer) || runs.test(transfer) || !destinations.take(left.transfer())) {
            answer.accept(CleanUpResult.OWNED_BY_ANOTHER);
            return;
        }
        OwnedDestination destination = destinations.beginRemoval(left.transfer(), left.earlier());
        underWay.add(transfer);
        Consumer<CleanUpResult> end = result -> events.accept(() -> {
            underWay.remove(transfer);
            pipes.unpark(destinations.ended(destination, time.now(), result == CleanUpResult.CLEAN, false));
            answer.accept(result);
        });
        EarlierWrite evidence = destination.earlier();
        if (evidence == null) {
            // Another attempt has ended clean there since.
            end.accept(CleanUpResult.CLEAN);
            return;
        }
        AttemptId attempt = new AttemptId(transfer, left.attempts() + 1);
        dataPlane.cleanUp(new Attempt(attempt, left.transfer(), 1, PipeTuning.of(1), evidence), new Answer(end));
    }

    private record Answer(Consumer<CleanUpResult> result) implements AttemptListener {
        @Override
        public void prepared(AttemptId attempt, long sizeBytes, int connections) {
            // Nothing is copied.
        }

        @Override
        public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
            result.accept(CleanUpResult.STILL_THERE);
        }

        @Override
        public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
            if (destinationClean) {
                result.accept(CleanUpResult.CLEAN);
                return;
            }
            boolean isOfStorage = !failure.code().isWait() && failure.code() != ErrorCode.SERVER_RESTARTED;
            result.accept(isOfStorage ? CleanUpResult.STILL_THERE : CleanUpResult.NOT_TRIED);
        }

        @Override
        public void canceled(AttemptId attempt, boolean destinationClean) {
            result.accept(destinationClean ? CleanUpResult.CLEAN : CleanUpResult.STILL_THERE);
        }
    }
}
