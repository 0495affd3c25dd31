// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

/// Where the dispatch loop tells what one pipe does, without looking the pipe up. Written by that loop, read by any
/// thread.
public final class LiveActivity {
    private volatile PipeActivity now = PipeActivity.idleAt(0);

    /// What the pipe does as of the last time that it was told; idle before.
    public PipeActivity get() {
        return now;
    }

    /// Tells what it does now.
    public void set(PipeActivity activity) {
        now = activity;
    }
}
