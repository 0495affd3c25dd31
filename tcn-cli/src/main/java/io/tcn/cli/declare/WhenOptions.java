// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Json;
import io.tcn.cli.units.Days;
import io.tcn.cli.units.Moment;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/// When a resource control holds. Without any of these: always.
final class WhenOptions {
    @Option(names = "--days", paramLabel = "DAYS", description = "on these days only, as MON-FRI or SAT,SUN")
    private @Nullable String days;

    @Option(names = "--from", paramLabel = "TIME", description = "each day from this time on, as 08:00")
    private @Nullable String from;

    @Option(names = "--until", paramLabel = "TIME", description = "each day before this time, as 18:00")
    private @Nullable String until;

    @Option(names = "--zone", paramLabel = "ZONE", description = "where these clocks are (default: your time zone)")
    private @Nullable String zone;

    @Option(names = "--start", paramLabel = "DATE", description = "from 2026-12-01 or 2026-12-01T08:00 on")
    private @Nullable String start;

    @Option(names = "--end", paramLabel = "DATE", description = "before 2027-01-01 or 2027-01-01T08:00")
    private @Nullable String end;

    /// As the server wants it; empty if none is given.
    ObjectNode toJson(ZoneId local) throws Trouble {
        try {
            return read(local);
        } catch (IllegalArgumentException wrong) {
            throw Trouble.usage(String.valueOf(wrong.getMessage()));
        }
    }

    private ObjectNode read(ZoneId local) throws Trouble {
        ObjectNode when = Json.object();
        boolean weekly = days != null || from != null || until != null;
        if (!weekly && start == null && end == null) {
            if (zone != null) {
                throw Trouble.usage("--zone needs --from and --until, --days, --start or --end");
            }
            return when;
        }
        ZoneId place = zone == null ? local : Moment.parseZone(zone);
        when.put("zone", place.getId());
        LocalDateTime first = start == null ? null : Moment.parse(start, place);
        LocalDateTime last = end == null ? null : Moment.parse(end, place);
        if (first != null && last != null && !first.isBefore(last)) {
            throw Trouble.usage("--start " + start + " is not before --end " + end);
        }
        if (first != null) {
            when.put("from", first.toString());
        }
        if (last != null) {
            when.put("until", last.toString());
        }
        if (weekly) {
            window(when.putArray("weekly").addObject());
        }
        return when;
    }

    private void window(ObjectNode window) throws Trouble {
        if ((from == null) != (until == null)) {
            throw Trouble.usage("give --from and --until together");
        }
        Days.parse(days == null ? "MON-SUN" : days).forEach(window.putArray("days")::add);
        String first = from == null ? "00:00" : Moment.parseClock(from);
        String last = until == null ? "24:00" : Moment.parseClock(until);
        if (first.equals(last)) {
            throw Trouble.usage("--from and --until are the same time");
        }
        window.put("from", first).put("until", last);
    }
}
