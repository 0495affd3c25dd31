// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/// How far an attempt has come. Written by whichever thread moves bytes, read by the watchdog.
public final class Progress {
    private final LongAdder pipeBytes;
    private final TimeSource time;
    private volatile long lastNanos;
    private volatile boolean moving;

    /// @param pipeBytes where all attempts of the same pipe count their bytes
    public Progress(LongAdder pipeBytes, TimeSource time) {
        this.pipeBytes = pipeBytes;
        this.time = time;
        this.lastNanos = time.nanoTime();
    }

    /// Counts bytes that were moved.
    public void moved(long bytes) {
        if (bytes > 0) {
            pipeBytes.add(bytes);
            lastNanos = time.nanoTime();
        }
    }

    /// Something other than bytes showed that the copy is alive.
    public void alive() {
        lastNanos = time.nanoTime();
    }

    /// From now on bytes are expected to move.
    public void begin() {
        lastNanos = time.nanoTime();
        moving = true;
    }

    /// Bytes are no longer expected to move.
    public void rest() {
        moving = false;
    }

    /// How long nothing has moved although something should; zero while nothing should.
    public Duration idle() {
        return !moving ? Duration.ZERO : Duration.ofNanos(time.nanoTime() - lastNanos);
    }
}
