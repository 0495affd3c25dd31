// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Report;
import io.tcn.agent.remote.Work;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.ExistingFile;
import io.tcn.core.model.TransferFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What is told to the dispatch loop of an order. Called without a lock.
final class OrderAnswers {
    private static final long LONGEST_PAUSE_MILLIS = 3_600_000;

    private OrderAnswers() {}

    /// What its agent reports of it.
    static void answer(RemoteOrder order, Report report) {
        AttemptId id = order.attempt.id();
        switch (report) {
            case Message.Prepared prepared ->
                order.listener.prepared(id, Math.max(-1, prepared.sizeBytes()), order.connections.most());
            case Message.Finished finished -> {
                if (order.mayWrite) {
                    order.listener.finished(id, finished.sizeBytes(), checksum(finished.checksum()));
                } else if (order.isAdopted) {
                    // It was allowed to, and the store has lost that, as one does whose last seconds are gone.
                    order.listener.failed(
                            id,
                            new TransferFailure(
                                    ErrorCode.SERVER_RESTARTED,
                                    "the agent has finished, and the store does not know that it was let begin: what"
                                            + " lies at the destination is looked at"),
                            false);
                } else {
                    // Before it was allowed to write nothing can be there: not to be believed.
                    failed(order, ErrorCode.INTERNAL, "the agent told of an end before its begin");
                }
            }
            case Message.Failed failed ->
                order.listener.failed(id, failure(failed), failed.clean() || order.isSurelyClean());
            case Message.Canceled canceled -> order.listener.canceled(id, canceled.clean());
        }
    }

    /// Why an attempt has failed, as its agent says.
    static TransferFailure failure(Message.Failed failed) {
        Long existing = failed.existingBytes();
        Long pause = failed.pauseMillis();
        return new TransferFailure(
                failed.code(),
                failed.message(),
                existing == null ? null : new ExistingFile(existing, checksum(failed.existingChecksum())),
                pause == null || pause <= 0 ? null : Duration.ofMillis(Math.min(pause, LONGEST_PAUSE_MILLIS)));
    }

    /// Its agent has given up. One that had no lease any more leaves all as it is, and storages may go on.
    ///
    /// @param grace how long a storage that the agent has asked may go on
    static void failed(RemoteOrder order, Message.Failed failed, Duration grace) {
        boolean isClean = failed.clean() || order.isSurelyClean();
        TransferFailure failure = failure(failed);
        boolean mayGoOn = order.mayHaveWritten()
                && !isClean
                && failure.code() == ErrorCode.SERVER_RESTARTED
                && failure.pause() == null;
        order.listener.failed(order.attempt.id(), mayGoOn ? failure.withPause(grace) : failure, isClean);
    }

    /// It ends here, whatever its agent does.
    static void failed(RemoteOrder order, ErrorCode code, String why) {
        order.listener.failed(order.attempt.id(), new TransferFailure(code, why), order.isSurelyClean());
    }

    /// It ends here, because its agent does not reach a storage: another agent tries, and it costs no try.
    ///
    /// @param grace how long a storage that the agent has asked may go on
    static void anotherTries(RemoteOrder order, Message.Failed failed, Duration grace) {
        boolean isClean = failed.clean() || order.isSurelyClean();
        TransferFailure failure = new TransferFailure(
                ErrorCode.SERVER_RESTARTED, "agent " + order.agent + ": " + failed.message() + "; another agent tries");
        boolean mayGoOn = order.mayHaveWritten() && !isClean;
        order.listener.failed(order.attempt.id(), mayGoOn ? failure.withPause(grace) : failure, isClean);
    }

    /// Nobody knows what becomes of it.
    ///
    /// @param pause how long its agent, or a storage that it has asked, may go on
    static void lost(RemoteOrder order, String why, Duration pause) {
        TransferFailure failure = new TransferFailure(ErrorCode.SERVER_RESTARTED, why);
        order.listener.failed(
                order.attempt.id(), pause.isZero() ? failure : failure.withPause(pause), order.isSurelyClean());
    }

    private static @Nullable Checksum checksum(@Nullable String text) {
        try {
            return Work.checksum(text);
        } catch (IllegalArgumentException rogue) {
            return null;
        }
    }
}
