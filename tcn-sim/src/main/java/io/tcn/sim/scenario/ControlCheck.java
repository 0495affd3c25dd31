// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.Bound;
import io.tcn.core.model.DeclaredRange;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import io.tcn.core.timetable.TimetableText;
import io.tcn.sim.scenario.ScenarioDetails.TimedControl;
import io.tcn.sim.scenario.ScenarioDocument.ControlEntry;
import io.tcn.sim.scenario.ScenarioDocument.WhenEntry;
import io.tcn.sim.scenario.ScenarioDocument.WindowEntry;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks the resource controls of a document.
final class ControlCheck {
    private final List<ResourceControl> lasting = new ArrayList<>();
    private final List<TimedControl> timed = new ArrayList<>();

    ControlCheck(ScenarioDocument document, Ground ground) {
        List<ControlEntry> entries = document.resourceControls() == null ? List.of() : document.resourceControls();
        Set<List<Object>> seen = new HashSet<>();
        for (int i = 0; i < entries.size(); i++) {
            ControlEntry entry = entries.get(i);
            String place = "/resourceControls/" + i;
            ResourceSet set = ground.set(entry.resources(), place + "/resources");
            ControlTimes times = times(entry, document.startsAt(), ground, place);
            if (set == null) {
                continue;
            }
            try {
                ResourceControl control = control(entry, set);
                if (!times.equals(Span.ALWAYS)) {
                    timed.add(new TimedControl(control, times));
                } else if (seen.add(List.of(control.user(), control.resourceSet(), control.getClass()))) {
                    lasting.add(control);
                } else {
                    ground.complaints()
                            .add(
                                    place,
                                    "user " + entry.user() + " has a control of this kind on " + entry.resources()
                                            + " already",
                                    "give one of them, or set fromSeconds and untilSeconds, or when");
                }
            } catch (IllegalArgumentException badName) {
                ground.complaints().add(place + "/user", String.valueOf(badName.getMessage()), "choose another name");
            }
        }
    }

    /// The whole run, after a complaint, if it is not said well.
    private static ControlTimes times(ControlEntry entry, @Nullable String startsAt, Ground ground, String place) {
        WhenEntry when = entry.when();
        if (when == null) {
            return ground.span(entry.fromSeconds(), entry.untilSeconds(), place);
        }
        if (entry.fromSeconds() != null || entry.untilSeconds() != null) {
            ground.complaints()
                    .add(
                            place + "/when",
                            "its time is given twice, by the clock and in seconds of the run",
                            "take fromSeconds and untilSeconds out, or when");
        }
        if (startsAt == null) {
            ground.complaints()
                    .add(
                            place + "/when",
                            "nobody says at which moment of the calendar the run begins",
                            "write \"startsAt\" beside \"seed\", as in 2026-12-01T06:50:00Z");
            return Span.ALWAYS;
        }
        try {
            List<WindowEntry> weekly = when.weekly() == null ? List.of() : when.weekly();
            return new ClockTimes(
                    Instant.parse(startsAt),
                    TimetableText.read(
                            when.zone(),
                            when.from(),
                            when.until(),
                            weekly.stream()
                                    .map(window ->
                                            new TimetableText.Window(window.days(), window.from(), window.until()))
                                    .toList()));
        } catch (DateTimeParseException unreadable) {
            ground.complaints()
                    .add("/startsAt", "\"" + startsAt + "\" is no moment", "write it as in 2026-12-01T06:50:00Z");
        } catch (IllegalArgumentException wrong) {
            ground.complaints().add(place + "/when", String.valueOf(wrong.getMessage()), "mend the timetable");
        }
        return Span.ALWAYS;
    }

    private static ResourceControl control(ControlEntry entry, ResourceSet set) {
        UserId user = UserId.of(entry.user());
        if (entry.share() != null) {
            return new Bound(user, set.name(), new Bound.CapacityShare(entry.share()));
        }
        if (entry.boundGbps() != null) {
            return new Bound(user, set.name(), new Bound.Rate(DeclaredRange.bps("a bound", entry.boundGbps() * 1e9)));
        }
        if (entry.guaranteeGbps() != null) {
            return new Guarantee(user, set.name(), DeclaredRange.bps("a guarantee", entry.guaranteeGbps() * 1e9));
        }
        return new RelativeWeight(user, set.name(), entry.weight() == null ? 1 : entry.weight());
    }

    /// Controls for the whole run.
    List<ResourceControl> lasting() {
        return lasting;
    }

    /// Controls for a part of the run.
    List<TimedControl> timed() {
        return timed;
    }
}
