// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.Audit;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.DirectoryChange;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.ControlKind;
import io.tcn.api.store.TimedControl;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
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
    private static final String ROUTE = "/tcn/v1/rc";

    private final Directory directory;
    private final RequestBodies bodies;
    private final ControlViews views;
    private final RcChecks checks;
    private final Audit audit;
    private final Repeats repeats;

    ResourceControlController(
            Directory directory,
            RequestBodies bodies,
            ControlViews views,
            RcChecks checks,
            Audit audit,
            Repeats repeats) {
        this.repeats = repeats;
        this.checks = checks;
        this.views = views;
        this.audit = audit;
        this.directory = directory;
        this.bodies = bodies;
    }

    @GetMapping
    @About("A page of the resource controls of users that the caller may see, by user and set; of one user, on one set."
            + " Those of a user on a set come in one page.")
    List<DirectoryAnswers.ResourceControlAnswer> resourceControls(
            @About("Of this user.") @RequestParam(required = false) @Nullable String user,
            @About("On this resource-set.") @RequestParam(required = false) @Nullable String resourceSet,
            @About("User and set of the last row of the page before, with a blank between.")
                    @RequestParam(required = false)
                    @Nullable
                    String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        List<TimedControl> shown = directory.resourceControls().stream()
                .filter(timed -> caller.mayActFor(timed.control().user()))
                .filter(timed -> user == null || timed.control().user().value().equals(user))
                .filter(timed -> resourceSet == null
                        || timed.control().resourceSet().value().equals(resourceSet))
                .toList();
        if (user != null && resourceSet != null) {
            Versions.tell(response, ControlViews.version(shown));
        }
        List<DirectoryAnswers.ResourceControlAnswer> rows = views.of(shown);
        return RcPages.cut(new Pages.Listing(request, response, limit), rows, after);
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @PutMapping
    @About(
            value = "set-rc: sets the controls that it names, leaves those of other kinds; all or nothing.",
            takes = Requests.SetRc.class,
            refuses = {409, 412, 422})
    DirectoryAnswers.ResourceControlAnswer setRc(
            HttpServletRequest request,
            @About("Answers as if it were set, and changes nothing.") @RequestParam(defaultValue = "false")
                    boolean dryRun,
            @About("Sets a guarantee above the user's own bound all the same.") @RequestParam(defaultValue = "false")
                    boolean force,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @About(Versions.IF_NONE_MATCH) @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable
                    String ifNoneMatch,
            @About(Repeats.ABOUT) @RequestHeader(name = Repeats.KEY, required = false) @Nullable String idempotencyKey,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.SetRc body = bodies.read(request, Requests.SetRc.class);
        // What changes nothing may be asked again at any time.
        Repeats.Asked asked =
                dryRun ? null : Repeats.asked(idempotencyKey, caller, "PUT " + ROUTE + "?force=" + force, body);
        return directory.alone(() -> repeats.once(asked, DirectoryAnswers.ResourceControlAnswer.class, () -> {
            RcChecks.Checked checked = checks.check(body, force);
            ControlViews.Target target = checked.target();
            refuseStale(ifMatch, target);
            refuseKnown(ifNoneMatch, target);
            return setRc(checked, dryRun, asked, caller);
        }));
    }

    private DirectoryAnswers.ResourceControlAnswer setRc(
            RcChecks.Checked checked, boolean dryRun, Repeats.@Nullable Asked asked, Caller caller) {
        ControlViews.Target target = checked.target();
        List<TimedControl> wanted = checked.wanted();
        List<TimedControl> all = withOthers(target, wanted);
        String version = dryRun
                ? ControlViews.version(directory.resourceControls(target.user(), target.set()))
                : versionWith(target, wanted);
        DirectoryAnswers.ResourceControlAnswer answer = views.of(target, all, version, checked.contradiction(), dryRun);
        if (!dryRun) {
            AuditEntry entry = audit.entry(
                    caller,
                    "set-rc",
                    ControlViews.inWords(ControlViews.declared(target, wanted), target.when())
                            + replaced(target, wanted),
                    ControlViews.together(checks.present(target, wanted, true).toList()),
                    ControlViews.together(wanted));
            directory.declare(DirectoryChange.put(wanted), List.of(Repeats.with(entry, asked, answer)));
            Audit.log(entry);
        }
        return answer;
    }

    /// The version of all that stands for the user on the set once some are set.
    private String versionWith(ControlViews.Target target, List<TimedControl> wanted) {
        return ControlViews.version(Stream.concat(checks.present(target, wanted, false), wanted.stream())
                .sorted(Comparator.comparing(timed -> ControlKind.of(timed.control())))
                .toList());
    }

    private void refuseStale(@Nullable String ifMatch, ControlViews.Target target) {
        List<TimedControl> present = directory.resourceControls(target.user(), target.set());
        // That nothing stands has a version too, but is not just anything that does.
        boolean anything = "*".equals(ifMatch);
        Versions.refuseStale(
                ifMatch, anything && present.isEmpty() ? null : ControlViews.declared(present), name(target), ROUTE);
    }

    private void refuseKnown(@Nullable String ifNoneMatch, ControlViews.Target target) {
        List<TimedControl> present = directory.resourceControls(target.user(), target.set());
        Versions.refuseKnown(
                ifNoneMatch, present.isEmpty() ? null : ControlViews.declared(present), name(target), ROUTE);
    }

    private static String name(ControlViews.Target target) {
        return "what stands for user " + target.user() + " on " + target.set();
    }

    /// Those that are set, and those of other kinds that stand with the same timetable.
    private List<TimedControl> withOthers(ControlViews.Target target, List<TimedControl> wanted) {
        return Stream.concat(
                        checks.present(target, wanted, false)
                                .filter(timed -> ControlViews.Target.of(timed).equals(target)),
                        wanted.stream())
                .sorted(Comparator.comparing(timed -> ControlKind.of(timed.control())))
                .toList();
    }

    /// What stood there before, for the audit.
    private String replaced(ControlViews.Target target, List<TimedControl> wanted) {
        String before = inWords(checks.present(target, wanted, true).toList());
        return before.isEmpty() ? "" : "; before: " + before;
    }

    private static String inWords(List<TimedControl> controls) {
        return controls.stream()
                .map(timed -> ControlViews.inWords(
                        ControlViews.declared(ControlViews.Target.of(timed), List.of(timed)), timed.when()))
                .collect(Collectors.joining("; "));
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @About(
            value = "Takes the controls of a user on a resource-set back.",
            refuses = {404, 412})
    void removeRc(
            @About("Whose.") @RequestParam String user,
            @About("On which resource-set.") @RequestParam String resourceSet,
            @About(
                            value = "Of this kind only.",
                            oneOf = {"bound", "guarantee", "weight"})
                    @RequestParam(required = false)
                    @Nullable
                    String kind,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        ControlViews.Target target = RequestBodies.checked(
                () -> new ControlViews.Target(UserId.of(user), ResourceSetName.of(resourceSet), null));
        Set<ControlKind> kinds = RcChecks.kinds(kind);
        directory.alone(() -> {
            refuseStale(ifMatch, target);
            List<TimedControl> present = directory.resourceControls(target.user(), target.set()).stream()
                    .filter(timed -> kinds.contains(ControlKind.of(timed.control())))
                    .toList();
            if (present.isEmpty()) {
                throw Problem.notFound("user " + user + " has no " + (kind == null ? "resource control" : kind) + " on "
                        + resourceSet);
            }
            AuditEntry entry = audit.entry(
                    caller, "remove-rc", "before: " + inWords(present), ControlViews.together(present), null);
            directory.removeResourceControls(target.user(), target.set(), kinds, entry);
            Audit.log(entry);
            return null;
        });
    }
}
