// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/// How much one thread works. Written by that thread alone, at the end of each of its events, and read by anybody: no
/// lock, and no more than a few stores for an event.
public final class LoopLoad {
    /// The slowest event is that of this stretch and of the one before.
    private static final long STRETCH_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong events = new AtomicLong();
    private final AtomicLong busyNanos = new AtomicLong();
    private final AtomicLong slowestNanos = new AtomicLong();
    private final AtomicLong slowestBefore = new AtomicLong();
    private final AtomicLong stretchBegan = new AtomicLong();
    private volatile IntSupplier waiting = () -> 0;

    /// An event has ended.
    ///
    /// @param began when it began, as the clock of the loop counts nanoseconds
    /// @param ended when it ended
    public void ran(long began, long ended) {
        long took = ended - began;
        events.setRelease(events.getPlain() + 1);
        busyNanos.setRelease(busyNanos.getPlain() + took);
        if (ended - stretchBegan.getPlain() > STRETCH_NANOS) {
            stretchBegan.setRelease(ended);
            slowestBefore.setRelease(slowestNanos.getPlain());
            slowestNanos.setRelease(took);
        } else if (took > slowestNanos.getPlain()) {
            slowestNanos.setRelease(took);
        }
    }

    /// What counts the events that are due and have not begun; replaced by that of a later thread of the same loop.
    public void countsWaiting(IntSupplier count) {
        waiting = count;
    }

    /// Events that have ended since the start.
    public long events() {
        return events.getAcquire();
    }

    /// How long they took together, in s.
    public double busySeconds() {
        return busyNanos.getAcquire() / 1e9;
    }

    /// How long the slowest of the last one to two minutes in which the loop worked took, in s.
    public double slowestSeconds() {
        return Math.max(slowestNanos.getAcquire(), slowestBefore.getAcquire()) / 1e9;
    }

    /// Events that are due and have not begun.
    public int waiting() {
        return waiting.getAsInt();
    }
}
