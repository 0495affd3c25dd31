// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;

/// A loop on a clock that the test turns: events run in the order of their times, and of their making.
final class VirtualLoop implements LoopScheduler, TimeSource, InstantSource {
    private static final Instant START = Instant.parse("2026-06-01T12:00:00Z");

    private record Event(long at, long number, Runnable body) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private long now;
    private long made;

    @Override
    public void execute(Runnable event) {
        events.add(new Event(now, made++, event));
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable event) {
        Event timer = new Event(now + delay.toNanos(), made++, event);
        events.add(timer);
        return () -> events.remove(timer);
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Instant now() {
        return START.plusNanos(now);
    }

    @Override
    public Instant instant() {
        return now();
    }

    /// Runs what is due.
    void settle() {
        advance(Duration.ZERO);
    }

    void advance(Duration time) {
        long until = now + time.toNanos();
        while (!events.isEmpty() && events.peek().at() <= until) {
            Event next = events.remove();
            now = Math.max(now, next.at());
            next.body().run();
        }
        now = until;
    }
}
