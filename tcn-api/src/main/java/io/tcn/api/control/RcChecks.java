// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.store.ControlKind;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.Bound;
import io.tcn.core.model.DeclaredRange;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/// Whether what set-rc asks for makes sense beside what is declared.
@Component
class RcChecks {
    private final Directory directory;
    private final Contradictions contradictions;

    RcChecks(Directory directory, Contradictions contradictions) {
        this.directory = directory;
        this.contradictions = contradictions;
    }

    /// What is asked for.
    ///
    /// @param target whom it holds, where and when
    /// @param wanted the controls
    /// @param contradiction what cannot be kept; null if all can
    record Checked(
            ControlViews.Target target,
            List<TimedControl> wanted,
            @Nullable String contradiction) {}

    /// Refuses what makes no sense.
    ///
    /// @param force whether a contradiction is let through
    Checked check(Requests.SetRc body, boolean force) {
        UserId user = RequestBodies.checked(() -> UserId.of(RequestBodies.need(body.user(), "user")));
        DeclarationChecks.knownUser(directory, user);
        ResourceSetName set =
                RequestBodies.checked(() -> ResourceSetName.of(RequestBodies.need(body.resourceSet(), "resourceSet")));
        if (directory.findResourceSet(set).isEmpty()) {
            throw Problem.badRequest(
                    "there is no resource-set " + set + ": create it first, or use all-links or all-storages");
        }
        ControlViews.Target target = ControlViews.Target.of(user, set, body.when());
        List<TimedControl> wanted = wanted(target, body);
        String contradiction = contradiction(wanted);
        if (contradiction != null && !force) {
            boolean both = body.minBps() != null && body.boundBps() != null;
            throw new Problem(both ? HttpStatus.BAD_REQUEST : HttpStatus.CONFLICT, contradiction);
        }
        return new Checked(target, wanted, contradiction);
    }

    /// What stands there before.
    ///
    /// @param replaced those of the kinds that are set, else those of the others
    Stream<TimedControl> present(ControlViews.Target target, List<TimedControl> wanted, boolean replaced) {
        Set<ControlKind> set =
                wanted.stream().map(timed -> ControlKind.of(timed.control())).collect(Collectors.toSet());
        return directory.resourceControls(target.user(), target.set()).stream()
                .filter(timed -> set.contains(ControlKind.of(timed.control())) == replaced);
    }

    static List<TimedControl> wanted(ControlViews.Target target, Requests.SetRc body) {
        return controls(target, body).stream()
                .map(control -> new TimedControl(control, target.when()))
                .toList();
    }

    private static List<ResourceControl> controls(ControlViews.Target target, Requests.SetRc body) {
        Double rate = body.boundBps();
        Double share = body.boundShare();
        if (rate != null && share != null) {
            throw Problem.badRequest("only one of \"boundBps\" and \"boundShare\" can be given: a user has one bound"
                    + " on a resource-set");
        }
        Double least = body.minBps();
        Double weight = body.relativeWeight();
        List<ResourceControl> wanted = new ArrayList<>();
        if (rate != null) {
            wanted.add(bound(target, () -> new Bound.Rate(DeclaredRange.bps("\"boundBps\"", rate))));
        }
        if (share != null) {
            wanted.add(bound(target, () -> new Bound.CapacityShare(DeclaredRange.share("\"boundShare\"", share))));
        }
        if (least != null) {
            wanted.add(RequestBodies.checked(
                    () -> new Guarantee(target.user(), target.set(), DeclaredRange.bps("\"minBps\"", least))));
        }
        if (weight != null) {
            wanted.add(RequestBodies.checked(() -> new RelativeWeight(target.user(), target.set(), weight)));
        }
        if (wanted.isEmpty()) {
            throw Problem.badRequest("nothing to set: give \"boundBps\" or \"boundShare\" (the most), \"minBps\" (the"
                    + " least), \"relativeWeight\", or several of them");
        }
        return wanted;
    }

    private static Bound bound(ControlViews.Target target, Supplier<Bound.Limit> limit) {
        return RequestBodies.checked(() -> new Bound(target.user(), target.set(), limit.get()));
    }

    private @Nullable String contradiction(List<TimedControl> wanted) {
        Set<List<Object>> places = wanted.stream().map(RcChecks::place).collect(Collectors.toSet());
        List<TimedControl> all = Stream.concat(
                        directory.resourceControls().stream().filter(timed -> !places.contains(place(timed))),
                        wanted.stream())
                .toList();
        return contradictions.find(wanted, all, directory::findResourceSet);
    }

    /// A user has one of each kind on a set.
    private static List<Object> place(TimedControl timed) {
        ResourceControl control = timed.control();
        return List.of(control.user(), control.resourceSet(), ControlKind.of(control));
    }

    /// The kinds of a name; all of them without one.
    static Set<ControlKind> kinds(@Nullable String kind) {
        if (kind == null) {
            return EnumSet.allOf(ControlKind.class);
        }
        try {
            return EnumSet.of(ControlKind.valueOf(kind.toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException unknown) {
            throw Problem.badRequest("\"kind\" is bound, guarantee or weight, given was " + kind);
        }
    }
}
