// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.Transition;
import java.time.Duration;
import java.time.Instant;

/// What a failed attempt means to its transfer: another attempt, after its retry delay or the pause of its storage, or
/// the end. A stop of the server and a storage that is left alone cost no try. Owned by the dispatch loop.
final class FailedAttempts {
    private final Outbox outbox;
    private final Windows windows;
    private final Holds holds;
    private final TimeSource time;

    FailedAttempts(Outbox outbox, Windows windows, Holds holds, TimeSource time) {
        this.outbox = outbox;
        this.windows = windows;
        this.holds = holds;
        this.time = time;
    }

    /// An attempt, which is over, has failed.
    ///
    /// @param destinationClean whether nothing of it is left at the destination
    void failed(RunningAttempt attempt, TransferFailure failure, boolean destinationClean) {
        PipeQueue pipe = attempt.pipe();
        Instant now = time.now();
        boolean restart = failure.code() == ErrorCode.SERVER_RESTARTED;
        Duration pause = failure.pause() == null ? Duration.ZERO : failure.pause();
        if (attempt.isCancelRequested()) {
            Instant until = restart && !destinationClean ? now.plus(pause) : now;
            outbox.add(attempt, new Transition.Stopped(attempt.id(), now, destinationClean, until));
            return;
        }
        boolean waits = failure.code().isWait();
        // A stop of the server, or an attempt that asked nothing of the storage, says nothing about the pipe.
        if (!waits) {
            pipe.counters().failedAttempt(failure.code().isRetryable() && !restart);
        }
        if (waits) {
            holds.leaveAlone(pipe, pause, failure);
        }
        if (!restart && !waits && !hasTriesLeft(attempt, failure)) {
            outbox.add(attempt, new Transition.Fail(attempt.id(), now, failure, destinationClean));
            return;
        }
        Duration own =
                restart || waits ? Duration.ZERO : attempt.transfer().options().retryDelay();
        Duration delay = own.compareTo(pause) < 0 ? pause : own;
        outbox.add(
                attempt,
                new Transition.Retry(attempt.id(), pipe.pipe().id(), now, failure, destinationClean, now.plus(delay)));
        pipe.counters().addQueued(1);
        windows.retryAfter(pipe, delay);
    }

    /// The data plane has taken an attempt, and has not refused it.
    void taken(RunningAttempt attempt) {
        holds.taken(attempt.pipe());
    }

    private static boolean hasTriesLeft(RunningAttempt attempt, TransferFailure failure) {
        return failure.code().isRetryable()
                && attempt.queued().retries() < attempt.transfer().options().maxRetries();
    }
}
