// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.TransferException;
import io.tcn.agent.transfer.StopSignal.Reason;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is told of an attempt that did not succeed: the code and what to do about it, by what went wrong or by why it
/// was stopped.
final class AttemptFailures {
    private static final Logger log = LoggerFactory.getLogger(AttemptFailures.class);

    private final Tools tools;
    private final Attempt attempt;

    AttemptFailures(Tools tools, Attempt attempt) {
        this.tools = tools;
        this.attempt = attempt;
    }

    /// A defect of ours, of which the log has the rest.
    static TransferFailure defect() {
        return new TransferFailure(ErrorCode.INTERNAL, "a defect of the data plane; see the server's log");
    }

    /// @param reason why it was stopped, null if it failed by itself
    /// @param trouble what went wrong, null if nothing did before it was stopped
    /// @param known both ends, null if they were not looked at
    /// @param lastWordLimit how long the destination may take to say that all bytes are safe
    TransferFailure of(
            @Nullable Reason reason, @Nullable Throwable trouble, @Nullable Prepared known, Duration lastWordLimit) {
        TransferFailure failure = reason != null ? ofStop(reason, ends(known), lastWordLimit) : ofTrouble(trouble);
        boolean blamesOthers = failure.code().isRetryable() && failure.code().type() == ErrorCode.Type.REMOTE;
        return blamesOthers
                        && tools.heartbeat()
                                .stoodStillWithin(
                                        tools.settings().stallTimeout().multipliedBy(2))
                ? new TransferFailure(
                        ErrorCode.SERVER_RESTARTED,
                        "this server itself stood still a moment ago, so it is no fault of the storages: "
                                + failure.message())
                : failure;
    }

    private TransferFailure ofTrouble(@Nullable Throwable trouble) {
        if (trouble instanceof TransferException e) {
            TransferFailure failure = e.toFailure();
            return e.retryAfter().map(failure::withPause).orElse(failure);
        }
        log.error("attempt {} hit a defect", attempt.id(), trouble);
        return defect();
    }

    private TransferFailure ofStop(Reason reason, String ends, Duration lastWordLimit) {
        return switch (reason) {
            case CANCELED -> new TransferFailure(ErrorCode.CANCELED, "the transfer was cancelled");
            case STALLED ->
                new TransferFailure(
                        ErrorCode.TIMEOUT,
                        "no byte moved for " + seconds(tools.settings().stallTimeout()) + "; see whether " + ends
                                + " are up");
            case NO_LAST_WORD ->
                new TransferFailure(
                        ErrorCode.TIMEOUT,
                        "all bytes were handed over, but for " + seconds(lastWordLimit)
                                + " the destination did not say that they are safe; see whether " + ends + " are up");
            case TIMED_OUT ->
                new TransferFailure(
                        ErrorCode.TIMEOUT,
                        "not done in time (" + ends + "); give the transfer a longer timeout or more connections");
            case SHUT_DOWN -> new TransferFailure(ErrorCode.SERVER_RESTARTED, "the data plane was stopped");
        };
    }

    private static String ends(@Nullable Prepared known) {
        return known == null
                ? "both ends"
                : known.source().name() + " and " + known.destination().name();
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }

    /// Whether an attempt that ended so is taken for finished if its file proves to be whole.
    static boolean isWholeWelcome(@Nullable Reason reason, ErrorCode code) {
        if (reason != null) {
            return reason != Reason.CANCELED && reason != Reason.SHUT_DOWN;
        }
        return switch (code) {
            case INTERRUPTED, TIMEOUT, SOURCE_UNAVAILABLE, DESTINATION_UNAVAILABLE, SERVER_RESTARTED, INTERNAL -> true;
            default -> false;
        };
    }
}
