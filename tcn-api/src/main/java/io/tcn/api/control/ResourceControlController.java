// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.ControlKind;
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
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
    /// A user on a resource-set.
    private record Target(UserId user, ResourceSetName set) {
        static Target of(ResourceControl control) {
            return new Target(control.user(), control.resourceSet());
        }
    }

    private final Directory directory;
    private final RequestBodies bodies;
    private final InForce inForce;
    private final Audit audit;

    ResourceControlController(Directory directory, RequestBodies bodies, InForce inForce, Audit audit) {
        this.inForce = inForce;
        this.audit = audit;
        this.directory = directory;
        this.bodies = bodies;
    }

    @GetMapping
    List<Map<String, Object>> resourceControls(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        Map<Target, List<ResourceControl>> byTarget = directory.resourceControls().stream()
                .filter(control -> caller.mayActFor(control.user()))
                .collect(Collectors.groupingBy(Target::of, LinkedHashMap::new, Collectors.toList()));
        List<Map<String, Object>> views = new ArrayList<>();
        byTarget.forEach((target, controls) -> views.add(withWarnings(target, controls)));
        return views;
    }

    private Map<String, Object> withWarnings(Target target, Collection<ResourceControl> controls) {
        Map<String, Object> view = view(target, controls);
        view.put("warnings", inForce.warnings(controls));
        return view;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PutMapping
    Map<String, Object> setRc(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
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
        Target target = new Target(user, set);
        List<ResourceControl> wanted = wanted(target, body);
        refuseContradiction(target, body);
        AuditEntry entry = audit.entry(caller, "set-rc", inWords(view(target, wanted)));
        directory.declare(wanted, entry);
        Audit.log(entry);
        return withWarnings(target, directory.resourceControls(user, set));
    }

    private static List<ResourceControl> wanted(Target target, Requests.SetRc body) {
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

    private static Bound bound(Target target, Supplier<Bound.Limit> limit) {
        return RequestBodies.checked(() -> new Bound(target.user(), target.set(), limit.get()));
    }

    /// A guarantee above the user's own bound on the same set can never be kept, whatever the network is like.
    private void refuseContradiction(Target target, Requests.SetRc body) {
        Double least = body.minBps();
        Double most = body.boundBps();
        for (ResourceControl control : directory.resourceControls(target.user(), target.set())) {
            switch (control) {
                case Guarantee guarantee -> least = least == null ? Double.valueOf(guarantee.minBps()) : least;
                case Bound bound -> most = most == null && body.boundShare() == null ? rateOf(bound) : most;
                case RelativeWeight _ -> {
                    // asks for no amount
                }
            }
        }
        if (least != null && most != null && least > most) {
            boolean both = body.minBps() != null && body.boundBps() != null;
            throw new Problem(
                    both ? HttpStatus.BAD_REQUEST : HttpStatus.CONFLICT,
                    "the guarantee of " + least + " bit/s is above the bound of " + most + " bit/s that user "
                            + target.user() + " has on " + target.set() + ": lower the one or raise the other"
                            + (both ? "" : ", both in one request or one after the other"));
        }
    }

    private static @Nullable Double rateOf(Bound bound) {
        return bound.limit() instanceof Bound.Rate rate ? Double.valueOf(rate.maxBps()) : null;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void removeRc(
            @RequestParam String user,
            @RequestParam String resourceSet,
            @RequestParam @Nullable String kind,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Target target = RequestBodies.checked(() -> new Target(UserId.of(user), ResourceSetName.of(resourceSet)));
        AuditEntry entry = audit.entry(
                caller,
                "remove-rc",
                "user " + target.user() + ", resourceSet " + target.set() + (kind == null ? "" : ", " + kind));
        Collection<ResourceControl> removed =
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

    private static Map<String, Object> view(Target target, Collection<ResourceControl> controls) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("user", target.user().value());
        json.put("resourceSet", target.set().value());
        for (ResourceControl control : controls) {
            switch (control) {
                case Bound(var _, var _, Bound.Rate rate) -> json.put("boundBps", rate.maxBps());
                case Bound(var _, var _, Bound.CapacityShare share) -> json.put("boundShare", share.share());
                case Guarantee guarantee -> json.put("minBps", guarantee.minBps());
                case RelativeWeight weight -> json.put("relativeWeight", weight.weight());
            }
        }
        return json;
    }

    /// As in `user cms, resourceSet all-links, minBps 1.0E9`.
    private static String inWords(Map<String, Object> view) {
        return view.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
