// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.store.TimedControl;
import io.tcn.api.timetable.Timetables;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import io.tcn.core.timetable.Timetable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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

    List<DirectoryAnswers.ResourceControlAnswer> of(Collection<TimedControl> controls) {
        Map<Target, List<TimedControl>> byTarget =
                controls.stream().collect(Collectors.groupingBy(Target::of, LinkedHashMap::new, Collectors.toList()));
        Map<List<Object>, List<TimedControl>> bySet = controls.stream()
                .collect(Collectors.groupingBy(
                        timed -> List.of(timed.control().user(), timed.control().resourceSet())));
        Map<List<Object>, String> versions = new HashMap<>();
        bySet.forEach((key, ofSet) -> versions.put(key, version(ofSet)));
        List<DirectoryAnswers.ResourceControlAnswer> views = new ArrayList<>();
        byTarget.forEach((target, together) -> views.add(
                of(target, together, versions.getOrDefault(List.of(target.user(), target.set()), ""), null, false)));
        return views;
    }

    /// The version of all controls of a user on a resource-set, of which there may be none.
    static String version(Collection<TimedControl> ofUserOnSet) {
        return Versions.of(declared(ofUserOnSet));
    }

    /// As requests would state them: those of a user on a set with the same timetable together.
    static List<Requests.SetRc> declared(Collection<TimedControl> controls) {
        Map<Target, List<TimedControl>> together =
                controls.stream().collect(Collectors.groupingBy(Target::of, LinkedHashMap::new, Collectors.toList()));
        return together.entrySet().stream()
                .map(entry -> declared(entry.getKey(), entry.getValue()))
                .toList();
    }

    /// Controls of one user on one set as one object, for the audit: as a request would state them, or a list of such
    /// under `controls` if they have not all the same timetable.
    ///
    /// @return null if there are none
    static @Nullable Object together(Collection<TimedControl> ofUserOnSet) {
        List<Requests.SetRc> declared = declared(ofUserOnSet);
        return declared.isEmpty() ? null : declared.size() == 1 ? declared.getFirst() : Map.of("controls", declared);
    }

    /// @param version of all controls of the user on the set
    /// @param contradiction what cannot be kept; null if all can
    /// @param dryRun whether nothing was changed
    DirectoryAnswers.ResourceControlAnswer of(
            Target target,
            Collection<TimedControl> together,
            String version,
            @Nullable String contradiction,
            boolean dryRun) {
        Requests.SetRc declared = declared(target, together);
        Timetable when = target.when();
        Instant now = time.now();
        return new DirectoryAnswers.ResourceControlAnswer(
                target.user().value(),
                target.set().value(),
                declared.boundBps(),
                declared.boundShare(),
                declared.minBps(),
                declared.relativeWeight(),
                declared.when(),
                when == null || when.isInForce(now),
                when == null ? null : when.nextChange(now).orElse(null),
                inForce.warnings(together.stream().map(TimedControl::control).toList()),
                contradiction,
                dryRun ? Boolean.TRUE : null,
                version);
    }

    /// What was declared, as it is written in a request.
    static Requests.SetRc declared(Target target, Collection<TimedControl> together) {
        Double boundBps = null;
        Double boundShare = null;
        Double minBps = null;
        Double relativeWeight = null;
        for (TimedControl timed : together) {
            switch (timed.control()) {
                case Bound(var _, var _, Bound.Rate rate) -> boundBps = rate.maxBps();
                case Bound(var _, var _, Bound.CapacityShare share) -> boundShare = share.share();
                case Guarantee guarantee -> minBps = guarantee.minBps();
                case RelativeWeight weight -> relativeWeight = weight.weight();
            }
        }
        return new Requests.SetRc(
                target.user().value(),
                target.set().value(),
                boundBps,
                boundShare,
                minBps,
                relativeWeight,
                target.when() == null ? null : Timetables.view(target.when()));
    }

    /// As in `user cms, resourceSet all-links, minBps 1.0E9`.
    static String inWords(Requests.SetRc declared, @Nullable Timetable when) {
        StringBuilder words = new StringBuilder("user " + declared.user() + ", resourceSet " + declared.resourceSet());
        append(words, "boundBps", declared.boundBps());
        append(words, "boundShare", declared.boundShare());
        append(words, "minBps", declared.minBps());
        append(words, "relativeWeight", declared.relativeWeight());
        append(words, "when", when == null ? null : Timetables.text(when));
        return words.toString();
    }

    private static void append(StringBuilder words, String key, @Nullable Object value) {
        if (value != null) {
            words.append(", ").append(key).append(' ').append(value);
        }
    }
}
