// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.store.TimedControl;
import io.tcn.api.timetable.Timetable;
import io.tcn.api.timetable.Timetables;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Resource controls as callers see them: those of a user on a resource-set with the same timetable are one entry.
@Component
class ControlViews {
    /// What is shown together.
    ///
    /// @param when null: always
    record Target(
            UserId user, ResourceSetName set, @Nullable Timetable when) {
        static Target of(UserId user, ResourceSetName set, Timetables.@Nullable Written when) {
            return new Target(user, set, when == null ? null : RequestBodies.checked(() -> Timetables.read(when)));
        }

        static Target of(TimedControl timed) {
            return new Target(timed.control().user(), timed.control().resourceSet(), timed.when());
        }
    }

    private final InForce inForce;
    private final TimeSource time;

    ControlViews(InForce inForce, TimeSource time) {
        this.inForce = inForce;
        this.time = time;
    }

    List<Map<String, Object>> of(Collection<TimedControl> controls) {
        Map<Target, List<TimedControl>> byTarget =
                controls.stream().collect(Collectors.groupingBy(Target::of, LinkedHashMap::new, Collectors.toList()));
        List<Map<String, Object>> views = new ArrayList<>();
        byTarget.forEach((target, together) -> views.add(of(target, together)));
        return views;
    }

    Map<String, Object> of(Target target, Collection<TimedControl> together) {
        Map<String, Object> json = declared(target, together);
        Timetable when = target.when();
        Instant now = time.now();
        json.put("inForce", when == null || when.isInForce(now));
        json.put("nextChange", when == null ? null : when.nextChange(now).orElse(null));
        json.put(
                "warnings",
                inForce.warnings(together.stream().map(TimedControl::control).toList()));
        return json;
    }

    /// What was declared, as it is written in a request.
    static Map<String, Object> declared(Target target, Collection<TimedControl> together) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("user", target.user().value());
        json.put("resourceSet", target.set().value());
        for (TimedControl timed : together) {
            put(json, timed.control());
        }
        if (target.when() != null) {
            json.put("when", Timetables.view(target.when()));
        }
        return json;
    }

    private static void put(Map<String, Object> json, ResourceControl control) {
        switch (control) {
            case Bound(var _, var _, Bound.Rate rate) -> json.put("boundBps", rate.maxBps());
            case Bound(var _, var _, Bound.CapacityShare share) -> json.put("boundShare", share.share());
            case Guarantee guarantee -> json.put("minBps", guarantee.minBps());
            case RelativeWeight weight -> json.put("relativeWeight", weight.weight());
        }
    }

    /// As in `user cms, resourceSet all-links, minBps 1.0E9`.
    static String inWords(Map<String, Object> view) {
        return view.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
