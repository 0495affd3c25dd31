// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/// How far an attempt has come. Written by whichever thread moves bytes, read by the watchdog.
public final class Progress {
    private final LongAdder pipeBytes;
    private final LongAdder copyBytes = new LongAdder();
    private final LongAdder heldNanos = new LongAdder();
    private final TimeSource time;
    private volatile LongConsumer listener = bytes -> {};
    private volatile long lastNanos;
    private volatile long beganNanos;
    private volatile boolean moving;
    private volatile boolean settling;
    private volatile long expectedBytes = FileFacts.UNKNOWN_SIZE;

    /// @param pipeBytes where all attempts of the same pipe count their bytes
    public Progress(LongAdder pipeBytes, TimeSource time) {
        this.pipeBytes = pipeBytes;
        this.time = time;
        this.lastNanos = time.nanoTime();
    }

    /// So many bytes will move, -1 if nobody knows: after the last of them the end that writes has its own work to do.
    public void expect(long bytes) {
        expectedBytes = bytes;
    }

    /// How many bytes will move, -1 if nobody knows.
    public long expectedBytes() {
        return expectedBytes;
    }

    /// How many bytes of the present copy have moved.
    public long copiedBytes() {
        return copyBytes.sum();
    }

    /// How long bytes of the present copy have been moving; zero before its first.
    public Duration copying() {
        return moving ? Duration.ofNanos(time.nanoTime() - beganNanos) : Duration.ZERO;
    }

    /// Counts bytes that were moved.
    public void moved(long bytes) {
        if (bytes > 0) {
            pipeBytes.add(bytes);
            copyBytes.add(bytes);
            listener.accept(bytes);
            lastNanos = time.nanoTime();
            if (expectedBytes >= 0 && copyBytes.sum() >= expectedBytes) {
                settling = true;
            }
        }
    }

    /// Bytes that move from now on are told to somebody else, too: those that do not pass through us.
    public void alsoTell(LongConsumer other) {
        listener = other;
    }

    /// Nothing is asked for until a moment, because a bound does not let it: nobody is to blame for that time.
    public void holdFor(long nanos) {
        heldNanos.add(nanos);
        lastNanos = Math.max(lastNanos, time.nanoTime() + nanos);
    }

    /// How long the copy was held back in all.
    public Duration held() {
        return Duration.ofNanos(heldNanos.sum());
    }

    /// Something other than bytes showed that the copy is alive.
    public void alive() {
        lastNanos = time.nanoTime();
    }

    /// Every byte was handed over; what is still awaited is the word that they are safe.
    public void settle() {
        if (!settling) {
            lastNanos = time.nanoTime();
            settling = true;
        }
    }

    /// From now on bytes are expected to move.
    public void begin() {
        lastNanos = time.nanoTime();
        beganNanos = lastNanos;
        copyBytes.reset();
        settling = false;
        moving = true;
    }

    /// Bytes are no longer expected to move.
    public void rest() {
        moving = false;
    }

    /// Whether all bytes are there and only the last word is missing.
    public boolean isSettling() {
        return moving && settling;
    }

    /// Idle time begins anew: nobody could have moved anything, because this process stood still.
    public void startAnew() {
        lastNanos = time.nanoTime();
    }

    /// How long nothing has moved although something should; zero while nothing should.
    public Duration idle() {
        return !moving ? Duration.ZERO : Duration.ofNanos(time.nanoTime() - lastNanos);
    }
}
