// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A change of one transfer's state that the store makes only if the transfer is still in the state expected
/// (compare-and-set).
public sealed interface Transition {
    /// Which transfer.
    TransferId transfer();

    /// When it happened.
    Instant at();

    /// QUEUED to CLAIMED: the attempt counter becomes that of the attempt.
    record Claim(AttemptId attempt, Instant at) implements Transition {
        @Override
        public TransferId transfer() {
            return attempt.transfer();
        }
    }

    /// CLAIMED to ACTIVE, the attempt still being the same: from now on the destination may have been written to.
    ///
    /// @param sizeBytes size of the source, or -1 if unknown
    record Activate(AttemptId attempt, Instant at, long sizeBytes) implements Transition {
        @Override
        public TransferId transfer() {
            return attempt.transfer();
        }
    }

    /// ACTIVE to FINISHED.
    record Finish(
            AttemptId attempt,
            Instant at,
            long sizeBytes,
            @Nullable Checksum checksum) implements Transition {
        @Override
        public TransferId transfer() {
            return attempt.transfer();
        }
    }

    /// CLAIMED or ACTIVE to FAILED.
    record Fail(AttemptId attempt, Instant at, TransferFailure failure, boolean destinationClean)
            implements Transition {
        @Override
        public TransferId transfer() {
            return attempt.transfer();
        }
    }

    /// CLAIMED or ACTIVE back to QUEUED after a retryable failure; not to be taken before `notBefore`.
    record Retry(
            AttemptId attempt,
            PipeId pipe,
            Instant at,
            TransferFailure failure,
            boolean destinationClean,
            Instant notBefore)
            implements Transition {
        /// Until when the attempt may have written at the latest. What nobody could stop, as of a server or an agent
        /// that
        /// is gone, may go on until the transfer is tried again.
        public Instant writtenUntil() {
            return destinationClean || failure.code() != ErrorCode.SERVER_RESTARTED ? at : notBefore;
        }

        /// Whether the retry uses up one of the transfer's retries; a restart of the server and a wait in which nothing
        /// is asked of a storage do not.
        public boolean countsAsRetry() {
            return failure.code() != ErrorCode.SERVER_RESTARTED
                    && !failure.code().isWait();
        }

        @Override
        public TransferId transfer() {
            return attempt.transfer();
        }
    }

    /// A transfer that a caller cancelled while it ran has really stopped: it stays CANCELED and gets its end time.
    ///
    /// @param writtenUntil until when it may have written at the latest
    record Stopped(AttemptId attempt, Instant at, boolean destinationClean, Instant writtenUntil)
            implements Transition {
        /// One that wrote nothing after it had stopped.
        public Stopped(AttemptId attempt, Instant at, boolean destinationClean) {
            this(attempt, at, destinationClean, at);
        }

        @Override
        public TransferId transfer() {
            return attempt.transfer();
        }
    }

    /// WAITING to QUEUED: all predecessors are finished.
    record Release(TransferId transfer, PipeId pipe, Instant at) implements Transition {}

    /// WAITING to CANCELED: a predecessor was not finished.
    record Abandon(TransferId transfer, PipeId pipe, Instant at, TransferFailure failure) implements Transition {}

    /// The state that the transfer has afterwards.
    default TransferState to() {
        return switch (this) {
            case Claim _ -> TransferState.CLAIMED;
            case Activate _ -> TransferState.ACTIVE;
            case Finish _ -> TransferState.FINISHED;
            case Fail _ -> TransferState.FAILED;
            case Retry _, Release _ -> TransferState.QUEUED;
            case Stopped _, Abandon _ -> TransferState.CANCELED;
        };
    }
}
