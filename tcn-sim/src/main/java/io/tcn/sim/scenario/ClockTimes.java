// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.timetable.Timetable;
import java.time.Duration;
import java.time.Instant;

/// The times of a timetable in a run that begins at a moment of the calendar. What the timetable means is core's to
/// say, as on a server.
///
/// @param start the moment of virtual time 0
/// @param timetable when it holds
public record ClockTimes(Instant start, Timetable timetable) implements ControlTimes {
    @Override
    public boolean contains(long nanos) {
        return timetable.isInForce(start.plusNanos(nanos));
    }

    @Override
    public long nextChange(long nanos) {
        return timetable
                .nextChange(start.plusNanos(nanos))
                .map(at -> Duration.between(start, at))
                // Beyond 292 years virtual time ends.
                .filter(after -> after.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0)
                .map(Duration::toNanos)
                .orElse(Long.MAX_VALUE);
    }
}
