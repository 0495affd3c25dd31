// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

/// The place of a file among those that are written, until it is closed.
public final class WritePlace implements AutoCloseable {
    private final PipeStages stages;

    // Guarded by this.
    private boolean starving;
    private boolean closed;

    WritePlace(PipeStages stages) {
        this.stages = stages;
        stages.meter().writing(1);
    }

    /// Bytes were handed on to the destination.
    public void written(long count) {
        stages.meter().written(count);
    }

    /// Whether the destination waits for bytes.
    public synchronized void starving(boolean now) {
        if (now != starving && !closed) {
            starving = now;
            stages.meter().starving(now ? 1 : -1);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            starving(false);
            closed = true;
            stages.meter().writing(-1);
            stages.writers().leave();
        }
    }
}
