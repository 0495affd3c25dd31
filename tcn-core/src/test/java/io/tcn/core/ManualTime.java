// SPDX-License-Identifier: Apache-2.0
package io.tcn.core;

import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/// A clock that tests turn, and loops that run on it: events at one moment run in the order given.
public final class ManualTime implements TimeSource, LoopScheduler {
    private record Event(long atNanos, long serial, Runnable body) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::serial));
    private long nowNanos;
    private long serial;

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public Instant now() {
        return Instant.parse("2026-01-01T00:00:00Z").plusNanos(nowNanos);
    }

    @Override
    public void execute(Runnable event) {
        events.add(new Event(nowNanos, serial++, event));
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable event) {
        Event scheduled = new Event(nowNanos + delay.toNanos(), serial++, event);
        events.add(scheduled);
        return () -> events.remove(scheduled);
    }

    /// Runs everything that is due now.
    public void settle() {
        advance(Duration.ZERO);
    }

    /// Turns the clock, running every event at its moment.
    public void advance(Duration by) {
        long until = nowNanos + by.toNanos();
        Event next = events.peek();
        while (next != null && next.atNanos() <= until) {
            events.remove();
            nowNanos = Math.max(nowNanos, next.atNanos());
            next.body().run();
            next = events.peek();
        }
        nowNanos = until;
    }
}
