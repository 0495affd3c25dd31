// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.store.NewJob;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// What a request may say of a group.
final class GroupChecks {
    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");
    private static final double LEAST_WEIGHT = 1e-6;
    private static final double MOST_WEIGHT = 1e6;

    private GroupChecks() {}

    /// The group that a request names; null if it names none.
    static NewJob.@Nullable Group of(Requests.@Nullable InGroup given) {
        if (given == null) {
            return null;
        }
        String name = RequestBodies.need(given.name(), "group.name").strip();
        if (!NewJob.Group.isName(name)) {
            throw Problem.badRequest("\"group.name\" has 1 to " + NewJob.Group.LONGEST_NAME
                    + " characters, none of them a control character");
        }
        return new NewJob.Group(
                name, weight(given.weight(), "group.weight"), deadline(given.deadline(), "group.deadline"));
    }

    /// A deadline that a clock may show, or none.
    static @Nullable Instant deadline(@Nullable String given, String place) {
        if (given == null) {
            return null;
        }
        try {
            Instant deadline = OffsetDateTime.parse(given.strip()).toInstant();
            if (!deadline.isBefore(EARLIEST) && deadline.isBefore(LATEST)) {
                return deadline.truncatedTo(ChronoUnit.MICROS);
            }
        } catch (DateTimeException unreadable) {
            // Told below.
        }
        throw Problem.badRequest("\"" + place + "\" is a moment from 1970 to 9999 with its offset, as"
                + " 2026-12-01T08:00:00Z or 2026-12-01T09:00:00+01:00");
    }

    /// A weight that makes sense, or none.
    static @Nullable Double weight(@Nullable Double given, String place) {
        if (given != null && !(given >= LEAST_WEIGHT && given <= MOST_WEIGHT)) {
            throw Problem.badRequest("\"" + place + "\" must be from 0.000001 to 1000000, given was " + given);
        }
        return given;
    }
}
