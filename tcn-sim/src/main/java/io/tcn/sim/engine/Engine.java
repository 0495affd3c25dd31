// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.engine;

import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// A virtual clock with its events, in one thread: time stands still while an event runs and jumps to the next one
/// afterwards. Events are totally ordered by time, then by the order in which they were given; nothing is left to
/// chance.
///
/// Nothing here is global: any number of engines may live in one process, each used by one thread. An event that
/// throws ends the simulation, because it is a defect.
///
/// Wall time is a fixed epoch plus the virtual time. Cost: O(log pending) per event, O(1) for one of the present
/// moment.
public final class Engine implements TimeSource, LoopScheduler {
    /// Wall time at virtual time zero: a round number, so that results do not depend on the day.
    public static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

    private static final class Event implements Comparable<Event>, Cancellation {
        private final long atNanos;
        private final long serial;
        private final Runnable body;
        private boolean canceled;

        private Event(long atNanos, long serial, Runnable body) {
            this.atNanos = atNanos;
            this.serial = serial;
            this.body = body;
        }

        @Override
        public void cancel() {
            canceled = true;
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(serial, other.serial);
        }
    }

    private final PriorityQueue<Event> pending = new PriorityQueue<>();

    /// Events of the present moment that were given within it, in the order given: after all those of `pending`
    /// that are due now, which were given before.
    private final ArrayDeque<Event> immediate = new ArrayDeque<>();

    private long nowNanos;
    private long serial;
    private long executed;

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public Instant now() {
        return EPOCH.plusNanos(nowNanos);
    }

    @Override
    public void execute(Runnable event) {
        at(nowNanos, event);
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable event) {
        return at(Math.addExact(nowNanos, delay.toNanos()), event);
    }

    /// Runs an event at a moment of virtual time that has not passed.
    ///
    /// @return what takes the event back
    public Cancellation at(long nanos, Runnable event) {
        if (nanos < nowNanos) {
            throw new IllegalArgumentException(
                    "an event cannot happen in the past: it is " + nowNanos + " ns, given was " + nanos);
        }
        Event added = new Event(nanos, serial++, event);
        if (nanos == nowNanos) {
            immediate.add(added);
        } else {
            pending.add(added);
        }
        return added;
    }

    /// Runs the next event.
    ///
    /// @return false if there is none at or before `untilNanos`; the clock stays
    public boolean step(long untilNanos) {
        while (true) {
            Event next = pollNext(untilNanos);
            if (next == null) {
                return false;
            }
            if (!next.canceled) {
                nowNanos = next.atNanos;
                executed++;
                next.body.run();
                return true;
            }
        }
    }

    private @Nullable Event pollNext(long untilNanos) {
        Event next = pending.peek();
        if (!immediate.isEmpty() && (next == null || next.atNanos > nowNanos)) {
            return nowNanos > untilNanos ? null : immediate.poll();
        }
        return next == null || next.atNanos > untilNanos ? null : pending.poll();
    }

    /// Runs all events up to a moment, those that they cause included. Afterwards it is that moment.
    public void runUntil(long untilNanos) {
        boolean isMore = true;
        while (isMore) {
            isMore = step(untilNanos);
        }
        nowNanos = Math.max(nowNanos, untilNanos);
    }

    /// How many events have run.
    public long executedEvents() {
        return executed;
    }
}
