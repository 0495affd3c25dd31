// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A loop's thread and its clock, turned by hand.
public final class HandTurnedLoop implements LoopScheduler, TimeSource {
    private record Event(long atNanos, long number, Runnable body) {}

    private final List<Event> events = new ArrayList<>();
    private long nowNanos;
    private long number;

    @Override
    public void execute(Runnable event) {
        var _ = schedule(Duration.ZERO, event);
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable event) {
        Event added = new Event(nowNanos + delay.toNanos(), number++, event);
        events.add(added);
        return () -> events.remove(added);
    }

    /// Lets time pass; what is due in it runs in its order.
    public void pass(Duration time) {
        long end = nowNanos + time.toNanos();
        while (true) {
            Event next = events.stream()
                    .min(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number))
                    .orElse(null);
            if (next == null || next.atNanos() > end) {
                break;
            }
            events.remove(next);
            nowNanos = next.atNanos();
            next.body().run();
        }
        nowNanos = end;
    }

    /// Whether nothing will run any more.
    public boolean isIdle() {
        return events.isEmpty();
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public Instant now() {
        return Instant.EPOCH.plusNanos(nowNanos);
    }
}
