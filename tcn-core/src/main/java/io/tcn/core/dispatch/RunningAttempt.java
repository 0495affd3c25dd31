// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Transfer;
import io.tcn.core.port.QueuedTransfer;
import org.jspecify.annotations.Nullable;

/// An attempt that uses connections, as the dispatch loop knows it. Mutable; owned by the loop.
///
/// ```
/// CLAIMING -> PREPARING -> ACTIVATING -> ACTIVE -> (gone)
/// ```
final class RunningAttempt {
    enum Phase {
        /// The store was asked to note the claim; the data plane knows nothing yet.
        CLAIMING,
        /// The data plane looks at both ends.
        PREPARING,
        /// The store was asked to note that writing begins.
        ACTIVATING,
        /// The data plane may write.
        ACTIVE
    }

    private final AttemptId id;
    private final QueuedTransfer queued;
    private final PipeQueue pipe;
    private final @Nullable SharedLimit limit;
    private final OwnedDestination destination;
    private @Nullable RunningAttempt previous;
    private @Nullable RunningAttempt next;
    private Phase phase = Phase.CLAIMING;
    private int connections;
    private int useful = 1;
    private int asked = Integer.MAX_VALUE;
    private boolean cancelRequested;
    private boolean over;
    private long movingSinceNanos;

    /// An attempt on one connection.
    ///
    /// @param destination which the transfer owns
    /// @param limit what it is under together with others, null if nothing
    RunningAttempt(
            AttemptId id,
            QueuedTransfer queued,
            PipeQueue pipe,
            OwnedDestination destination,
            @Nullable SharedLimit limit) {
        this.limit = limit;
        this.id = id;
        this.queued = queued;
        this.pipe = pipe;
        this.destination = destination;
        this.connections = 1;
    }

    AttemptId id() {
        return id;
    }

    Transfer transfer() {
        return queued.transfer();
    }

    QueuedTransfer queued() {
        return queued;
    }

    PipeQueue pipe() {
        return pipe;
    }

    /// The destination that it may write to.
    OwnedDestination destination() {
        return destination;
    }

    // --- its place in the list of its pipe

    @Nullable
    RunningAttempt previous() {
        return previous;
    }

    @Nullable
    RunningAttempt next() {
        return next;
    }

    /// For [RunningAttempts].
    void setNeighbours(@Nullable RunningAttempt before, @Nullable RunningAttempt after) {
        previous = before;
        next = after;
    }

    // --- what it uses

    /// The limit that it is under together with others; null if it is under none.
    @Nullable
    SharedLimit limit() {
        return limit;
    }

    /// Its connections have become more, or less if negative.
    void countAtLimit(int more) {
        if (limit != null) {
            limit.changed(pipe, more);
        }
    }

    /// How many more connections its limit lets it have.
    int roomAtLimit() {
        return limit == null ? Integer.MAX_VALUE : Math.max(0, limit.room());
    }

    Phase phase() {
        return phase;
    }

    void enter(Phase next) {
        phase = next;
    }

    /// Enters the phase in which bytes move.
    void enterActive(long nowNanos) {
        phase = Phase.ACTIVE;
        movingSinceNanos = nowNanos;
    }

    /// How long bytes have been moving; zero before they could.
    double movingSeconds(long nowNanos) {
        return phase == Phase.ACTIVE ? (nowNanos - movingSinceNanos) / 1e9 : 0;
    }

    int connections() {
        return connections;
    }

    void setConnections(int now) {
        connections = now;
    }

    /// How many connections the data plane was asked to use last; without limit if it never was.
    int asked() {
        return asked;
    }

    void setAsked(int most) {
        asked = most;
    }

    /// How many connections the data plane could use when it begins.
    int useful() {
        return useful;
    }

    void setUseful(int most) {
        useful = most;
    }

    boolean isCancelRequested() {
        return cancelRequested;
    }

    void requestCancel() {
        cancelRequested = true;
    }

    /// Whether it has ended: what comes of it now comes too late.
    boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    @Override
    public String toString() {
        return id + " " + phase + " x" + connections;
    }
}
