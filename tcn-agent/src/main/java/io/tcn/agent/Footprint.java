// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

/// What an attempt may have left at its destination. Used by the attempt's thread only. The rule that it serves: what
/// was written is removed after a failure, and what was there before is never touched.
public final class Footprint {
    private boolean earlier;
    private boolean dirty;
    private boolean remoteCopyMayRun;

    /// @param earlier whether an earlier attempt at the same transfer may have left something
    public Footprint(boolean earlier) {
        this.earlier = earlier;
    }

    /// What an earlier attempt may have left is gone, or is the result.
    public void earlierGone() {
        earlier = false;
    }

    /// From now on the destination may hold something of ours.
    public void writing() {
        dirty = true;
    }

    /// A storage was asked to copy by itself; it may go on even when nobody listens any more.
    public void remoteCopyAsked() {
        dirty = true;
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

    /// Whether the destination may hold something that this attempt wrote.
    public boolean isDirty() {
        return dirty;
    }

    /// Whether the destination holds nothing of this transfer.
    public boolean isClean() {
        return !dirty && !earlier;
    }

    /// Whether a storage may still be copying although it was told to stop.
    public boolean mayRemoteCopyRun() {
        return remoteCopyMayRun;
    }
}
