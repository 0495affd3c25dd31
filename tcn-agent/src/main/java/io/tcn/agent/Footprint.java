// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an attempt may have left at its destination. Used by the attempt's thread only. The rule that it serves: what
/// was written is removed after a failure, and what was there before is never touched.
public final class Footprint {
    private final TimeSource time;
    private final Runnable onWrite;
    private final WriteLease lease;
    private boolean earlier;
    private boolean dirty;
    private boolean remoteCopyMayRun;
    private boolean hasWritten;
    private long firstNanos;
    private @Nullable String stays;

    /// @param earlier whether an earlier attempt at the same transfer may have left something
    /// @param onWrite runs whenever something of ours may begin to lie at the destination
    public Footprint(boolean earlier, TimeSource time, Runnable onWrite) {
        this(earlier, time, onWrite, WriteLease.ALWAYS);
    }

    /// @param lease whether the destination may still be changed
    public Footprint(boolean earlier, TimeSource time, Runnable onWrite, WriteLease lease) {
        this.earlier = earlier;
        this.time = time;
        this.onWrite = onWrite;
        this.lease = lease;
    }

    /// Asked before the destination is changed in any way.
    ///
    /// @throws TransferException if somebody else may have the transfer by now: nothing there is touched any more
    public void mayTouch() throws TransferException {
        if (!lease.isHeld()) {
            throw lost();
        }
    }

    /// Whether the destination may still be changed.
    public WriteLease lease() {
        return lease;
    }

    /// The failure of who has lost the right to change the destination.
    static TransferException lost() {
        return new TransferException(
                ErrorCode.SERVER_RESTARTED,
                "this agent was cut off for longer than its lease: another may have the transfer, so nothing is touched");
    }

    /// What an earlier attempt may have left is gone, or is the result.
    public void earlierGone() {
        earlier = false;
    }

    /// From now on the destination may hold something of ours.
    public void writing() {
        if (!hasWritten) {
            hasWritten = true;
            firstNanos = time.nanoTime();
        }
        dirty = true;
        onWrite.run();
    }

    /// A storage was asked to copy by itself; it may go on even when nobody listens any more.
    public void remoteCopyAsked() {
        writing();
        remoteCopyMayRun = true;
    }

    /// A storage was sent a file and has not said how that ended. What it has got already it may work on for a while:
    /// it may even make the file only after a removal that follows at once.
    public void uploadUnanswered() {
        writing();
        remoteCopyMayRun = true;
    }

    /// The storage said that its copy is over.
    public void remoteCopyOver() {
        remoteCopyMayRun = false;
    }

    /// The destination is known to hold nothing of this attempt: it refused, or what was written was removed.
    public void clean() {
        dirty = false;
        remoteCopyMayRun = false;
    }

    /// What was written is to stay although the attempt failed.
    ///
    /// @param why for the failure's text
    public void stay(String why) {
        stays = why;
    }

    /// Why what was written is to stay, empty if it is not.
    public Optional<String> stays() {
        return Optional.ofNullable(stays);
    }

    /// Whether the destination may hold something that this attempt wrote.
    public boolean isDirty() {
        return dirty;
    }

    /// Whether the destination holds nothing of this transfer.
    public boolean isClean() {
        return !dirty && !earlier;
    }

    /// Whether an earlier attempt may have left something that is still there.
    public boolean mayHoldEarlier() {
        return earlier;
    }

    /// Whether a storage may still be copying although it was told to stop.
    public boolean mayRemoteCopyRun() {
        return remoteCopyMayRun;
    }

    /// Whether this attempt ever began to write.
    public boolean hasWritten() {
        return hasWritten;
    }

    /// How long ago this attempt wrote for the first time; zero if it never did.
    public Duration age() {
        return hasWritten ? Duration.ofNanos(time.nanoTime() - firstNanos) : Duration.ZERO;
    }
}
