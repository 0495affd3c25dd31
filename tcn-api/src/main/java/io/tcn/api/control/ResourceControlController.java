// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.ControlKind;
import io.tcn.api.store.TimedControl;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Resource controls (set-rc): what a user may take of each resource of a set, at most, at least, and against
/// others.
///
/// A user has one bound, one guarantee and one relative weight at most on a resource-set. A request sets those
/// that it names and leaves the others; what is shown is all that stands.
@Needs
@RestController
@RequestMapping("/tcn/v1/rc")
class ResourceControlController {
    private final Directory directory;
    private final RequestBodies bodies;
    private final ControlViews views;
    private final Audit audit;

    ResourceControlController(Directory directory, RequestBodies bodies, ControlViews views, Audit audit) {
        this.views = views;
        this.audit = audit;
        this.directory = directory;
        this.bodies = bodies;
    }

    @GetMapping
    @About("All resource controls of users that the caller may see.")
    List<DirectoryAnswers.ResourceControlAnswer> resourceControls(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        return views.of(directory.resourceControls().stream()
                .filter(timed -> caller.mayActFor(timed.control().user()))
                .toList());
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PutMapping
    @About(
            value = "set-rc: sets the controls that it names, leaves those of other kinds; all or nothing.",
            takes = Requests.SetRc.class,
            refuses = 409)
    DirectoryAnswers.ResourceControlAnswer setRc(
            HttpServletRequest request,
            @About("Answers as if it were set, and changes nothing.") @RequestParam(defaultValue = "false")
                    boolean dryRun,
            @About("Sets a guarantee above the user's own bound all the same.") @RequestParam(defaultValue = "false")
                    boolean force,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.SetRc body = bodies.read(request, Requests.SetRc.class);
        UserId user = RequestBodies.checked(() -> UserId.of(RequestBodies.need(body.user(), "user")));
        Declarations.knownUser(directory, user);
        ResourceSetName set =
                RequestBodies.checked(() -> ResourceSetName.of(RequestBodies.need(body.resourceSet(), "resourceSet")));
        if (directory.findResourceSet(set).isEmpty()) {
            throw Problem.badRequest(
                    "there is no resource-set " + set + ": create it first, or use all-links or all-storages");
        }
        ControlViews.Target target = ControlViews.Target.of(user, set, body.when());
        List<TimedControl> wanted = wanted(target, body);
        String contradiction = contradiction(target, wanted);
        if (contradiction != null && !force) {
            boolean both = body.minBps() != null && body.boundBps() != null;
            throw new Problem(both ? HttpStatus.BAD_REQUEST : HttpStatus.CONFLICT, contradiction);
        }
        List<TimedControl> all = withOthers(target, wanted);
        if (!dryRun) {
            AuditEntry entry = audit.entry(
                    caller,
                    "set-rc",
                    ControlViews.inWords(ControlViews.declared(target, wanted), target.when())
                            + replaced(target, wanted));
            directory.declare(wanted, entry);
            Audit.log(entry);
        }
        return views.of(target, all, contradiction, dryRun);
    }

    /// Those that are set, and those of other kinds that stand with the same timetable.
    private List<TimedControl> withOthers(ControlViews.Target target, List<TimedControl> wanted) {
        return Stream.concat(
                        present(target, wanted, false)
                                .filter(timed -> ControlViews.Target.of(timed).equals(target)),
                        wanted.stream())
                .sorted(Comparator.comparing(timed -> ControlKind.of(timed.control())))
                .toList();
    }

    /// What stands there before.
    ///
    /// @param replaced those of the kinds that are set, else those of the others
    private Stream<TimedControl> present(ControlViews.Target target, List<TimedControl> wanted, boolean replaced) {
        Set<ControlKind> set =
                wanted.stream().map(timed -> ControlKind.of(timed.control())).collect(Collectors.toSet());
        return directory.resourceControls(target.user(), target.set()).stream()
                .filter(timed -> set.contains(ControlKind.of(timed.control())) == replaced);
    }

    /// What stood there before, for the audit.
    private String replaced(ControlViews.Target target, List<TimedControl> wanted) {
        String before = present(target, wanted, true)
                .map(timed -> ControlViews.inWords(
                        ControlViews.declared(ControlViews.Target.of(timed), List.of(timed)), timed.when()))
                .collect(Collectors.joining("; "));
        return before.isEmpty() ? "" : "; before: " + before;
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
            wanted.add(bound(target, () -> new Bound.Rate(rate)));
        }
        if (share != null) {
            wanted.add(bound(target, () -> new Bound.CapacityShare(share)));
        }
        if (least != null) {
            wanted.add(RequestBodies.checked(() -> new Guarantee(target.user(), target.set(), least)));
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

    /// A guarantee above the user's own bound on the same set can never be kept, whatever the network is like. Controls
    /// that are in force at different times do not meet.
    private @Nullable String contradiction(ControlViews.Target target, List<TimedControl> wanted) {
        Double least = null;
        Double most = null;
        for (TimedControl timed : meeting(target, wanted)) {
            switch (timed.control()) {
                case Guarantee guarantee -> least = guarantee.minBps();
                case Bound bound -> most = rateOf(bound);
                case RelativeWeight _ -> {
                    // asks for no amount
                }
            }
        }
        return least == null || most == null || least <= most
                ? null
                : "the guarantee of " + least + " bit/s is above the bound of " + most + " bit/s that user "
                        + target.user() + " has on " + target.set() + ": lower the one or raise the other"
                        + (wanted.size() > 1 ? "" : ", both in one request or one after the other");
    }

    /// Those that are set, and those of other kinds that may be in force at the same time, the former last.
    private List<TimedControl> meeting(ControlViews.Target target, List<TimedControl> wanted) {
        return Stream.concat(
                        present(target, wanted, false)
                                .filter(timed -> timed.when() == null
                                        || target.when() == null
                                        || timed.when().equals(target.when())),
                        wanted.stream())
                .toList();
    }

    private static @Nullable Double rateOf(Bound bound) {
        return bound.limit() instanceof Bound.Rate rate ? Double.valueOf(rate.maxBps()) : null;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @About(value = "Takes the controls of a user on a resource-set back.", refuses = 404)
    void removeRc(
            @About("Whose.") @RequestParam String user,
            @About("On which resource-set.") @RequestParam String resourceSet,
            @About(
                            value = "Of this kind only.",
                            oneOf = {"bound", "guarantee", "weight"})
                    @RequestParam(required = false)
                    @Nullable
                    String kind,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        ControlViews.Target target = RequestBodies.checked(
                () -> new ControlViews.Target(UserId.of(user), ResourceSetName.of(resourceSet), null));
        AuditEntry entry = audit.entry(
                caller,
                "remove-rc",
                "user " + target.user() + ", resourceSet " + target.set() + (kind == null ? "" : ", " + kind));
        Collection<TimedControl> removed =
                directory.removeResourceControls(target.user(), target.set(), kinds(kind), entry);
        if (removed.isEmpty()) {
            throw Problem.notFound(
                    "user " + user + " has no " + (kind == null ? "resource control" : kind) + " on " + resourceSet);
        }
        Audit.log(entry);
    }

    private static Set<ControlKind> kinds(@Nullable String kind) {
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
