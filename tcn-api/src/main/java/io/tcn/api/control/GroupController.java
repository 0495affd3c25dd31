// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.Audit;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.runtime.GroupSight;
import io.tcn.api.runtime.Groups;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.CancelScope;
import io.tcn.api.store.GroupStore;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.store.policy.PolicyTransactions;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Groups of transfers that are of use only together: in which order they go, and what is to be expected of each.
@Needs(Operation.TRANSFER)
@RestController
@RequestMapping("/tcn/v1/groups")
class GroupController {
    private static final String CANCEL_REASON = "Group canceled by the user";
    private static final int JOBS_AT_ONCE = 1_000;

    private final Groups groups;
    private final GroupStore store;
    private final GroupSight sight;
    private final PolicyTransactions transactions;
    private final Cancels cancels;
    private final JobReader reader;
    private final RequestBodies bodies;
    private final Audit audit;

    GroupController(
            Groups groups,
            GroupStore store,
            GroupSight sight,
            PolicyTransactions transactions,
            Cancels cancels,
            JobReader reader,
            RequestBodies bodies,
            Audit audit) {
        this.groups = groups;
        this.store = store;
        this.sight = sight;
        this.transactions = transactions;
        this.cancels = cancels;
        this.reader = reader;
        this.bodies = bodies;
        this.audit = audit;
    }

    @GetMapping
    @About(
            value =
                    "A page of the groups that are not over and that the caller may see, the one that goes first first.",
            refuses = 409)
    WorkAnswers.GroupsAnswer list(
            @About("Those of this user.") @RequestParam(required = false) @Nullable String user,
            @About("The one of this name; also one of which nothing is left, if a user is given.")
                    @RequestParam(required = false)
                    @Nullable
                    String name,
            @About("Number of the last group of the page before.") @RequestParam(required = false) @Nullable Long after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        UserId own = caller.user();
        UserId asked = user == null ? null : RequestBodies.checked(() -> UserId.of(user));
        boolean all = caller.level(Operation.TRANSFER) == Level.ALL;
        if (asked != null && !all && !asked.equals(own)) {
            throw Problem.forbidden(caller.dn() + " may not look at groups of user " + user);
        }
        UserId of = asked != null ? asked : all ? null : own;
        Groups.Order order = groups.order();
        Predicate<GroupId> shown = sight.of(caller);
        List<WorkAnswers.GroupAnswer> open = order.rests().stream()
                .filter(rest -> of == null || rest.group().user().equals(of))
                .filter(rest -> name == null || rest.group().name().equals(name.strip()))
                .filter(rest -> shown.test(rest.group().id()))
                .map(rest -> GroupViews.of(rest, order))
                .sorted(Comparator.comparingInt(GroupViews::placeOf).thenComparingLong(WorkAnswers.GroupAnswer::id))
                .toList();
        if (open.isEmpty() && name != null && of != null) {
            open = store.find(of, name.strip()).filter(group -> shown.test(group.id())).map(GroupViews::over).stream()
                    .toList();
        }
        open = page(new Pages.Listing(request, response, limit), open, after);
        return new WorkAnswers.GroupsAnswer(open, order.at().equals(Instant.EPOCH) ? null : order.at());
    }

    /// Groups change their places: the page is that behind the present place of the last one.
    private static List<WorkAnswers.GroupAnswer> page(
            Pages.Listing listing, List<WorkAnswers.GroupAnswer> groups, @Nullable Long after) {
        Map<Long, Integer> places = HashMap.newHashMap(groups.size());
        groups.forEach(group -> places.put(group.id(), places.size()));
        Integer last = after == null ? null : places.get(after);
        if (after != null && last == null) {
            throw new Problem(HttpStatus.CONFLICT, "group " + after + " is over by now: ask for the first page again");
        }
        Pages.check(listing.limit());
        List<WorkAnswers.GroupAnswer> left = last == null ? groups : groups.subList(last + 1, groups.size());
        if (left.size() <= listing.limit()) {
            return left;
        }
        List<WorkAnswers.GroupAnswer> page = left.subList(0, listing.limit());
        Pages.nameNext(
                listing.request(),
                listing.response(),
                listing.limit(),
                page.getLast().id());
        return page;
    }

    @GetMapping("/{id}")
    @About("One group.")
    WorkAnswers.GroupAnswer get(
            @About("Number of the group.") @PathVariable long id,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        WorkAnswers.GroupAnswer group = view(visible(id, caller));
        Versions.tell(response, group.version());
        return group;
    }

    @Audited
    @PatchMapping("/{id}")
    @About(
            value = "Changes weight and deadline of a group; the order follows at once.",
            takes = Requests.ChangeGroup.class,
            refuses = 412)
    WorkAnswers.GroupAnswer change(
            HttpServletRequest request,
            @About("Number of the group.") @PathVariable long id,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        GroupStore.Group group = visible(id, caller);
        Access.actingFor(group.user(), caller);
        if (jobsOf(group, caller).closed() > 0) {
            throw Problem.forbidden(caller.dn() + " may not change group " + id + ": jobs of others are in it");
        }
        Requests.ChangeGroup body = bodies.read(request, Requests.ChangeGroup.class);
        boolean none = Boolean.TRUE.equals(body.noDeadline());
        if (body.weight() == null && body.deadline() == null && !none) {
            throw Problem.badRequest("give \"weight\", \"deadline\" or \"noDeadline\": true");
        }
        if (none && body.deadline() != null) {
            throw Problem.badRequest("give \"deadline\" or \"noDeadline\", not both");
        }
        Double weight = GroupChecks.weight(body.weight(), "weight");
        Instant due = GroupChecks.deadline(body.deadline(), "deadline");
        AuditEntry entry = transactions.change(() -> {
            GroupStore.Group present =
                    store.lock(group.id()).orElseThrow(() -> Problem.notFound("there is no group " + id));
            refuseStale(ifMatch, present);
            store.change(present.id(), weight, due, none);
            GroupStore.Group after = store.find(present.id()).orElse(present);
            return audit.entry(
                    caller,
                    "change-group",
                    inWords(present, weight, due, none),
                    GroupViews.declared(present),
                    GroupViews.declared(after));
        });
        Audit.log(entry);
        groups.changed();
        WorkAnswers.GroupAnswer changed = view(store.find(group.id()).orElse(group));
        Versions.tell(response, changed.version());
        return changed;
    }

    private static void refuseStale(@Nullable String ifMatch, GroupStore.Group present) {
        Versions.refuseStale(
                ifMatch, GroupViews.declared(present), "group " + present.id(), "/tcn/v1/groups/" + present.id());
    }

    private static String inWords(
            GroupStore.Group before, @Nullable Double weight, @Nullable Instant due, boolean noDeadline) {
        StringBuilder words = new StringBuilder(before.name() + " of " + before.user() + ":");
        if (weight != null) {
            words.append(" weight ")
                    .append(weight)
                    .append(" (before: ")
                    .append(before.weight())
                    .append(')');
        }
        if (noDeadline || due != null) {
            words.append(noDeadline ? " no deadline" : " deadline " + due)
                    .append(" (before: ")
                    .append(before.due() == null ? "none" : before.due())
                    .append(')');
        }
        return words.toString();
    }

    @Audited
    @DeleteMapping("/{id}")
    @About(value = "Cancels what is open of a group, job by job, as far as the caller may.", refuses = 412)
    WorkAnswers.GroupCanceledAnswer cancel(
            @About("Number of the group.") @PathVariable long id,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        GroupStore.Group group = visible(id, caller);
        Access.actingFor(group.user(), caller);
        refuseStale(ifMatch, group);
        Jobs open = jobsOf(group, caller);
        if (open.own() == 0 && open.closed() > 0) {
            throw Problem.forbidden(caller.dn() + " may not cancel group " + id + ": all its jobs are of others");
        }
        if (open.hasOfOthers()) {
            cancels.note("cancel-group", "group " + id + " of user " + group.user(), caller);
        }
        int[] jobs = new int[1];
        long[] transfers = new long[1];
        eachOpen(group, job -> {
            if (Access.mayTouch(job, caller)) {
                jobs[0]++;
                transfers[0] += cancels.cancel(new CancelScope.OfJob(job.id()), CANCEL_REASON)
                        .transfers();
            }
        });
        groups.changed();
        return new WorkAnswers.GroupCanceledAnswer(id, jobs[0], transfers[0]);
    }

    /// The open jobs of a group.
    ///
    /// @param own how many the caller may touch
    /// @param hasOfOthers whether others have submitted some of these
    /// @param closed how many the caller may not touch
    private record Jobs(int own, boolean hasOfOthers, int closed) {
        private Jobs with(JobView job, Caller caller) {
            return Access.mayTouch(job, caller)
                    ? new Jobs(own + 1, hasOfOthers || Cancels.isOfOthers(job, caller), closed)
                    : new Jobs(own, hasOfOthers, closed + 1);
        }
    }

    private Jobs jobsOf(GroupStore.Group group, Caller caller) {
        Jobs[] jobs = {new Jobs(0, false, 0)};
        eachOpen(group, job -> jobs[0] = jobs[0].with(job, caller));
        return jobs[0];
    }

    /// Page by page: a group may have very many jobs.
    private void eachOpen(GroupStore.Group group, Consumer<JobView> look) {
        String after = "";
        for (List<String> page = store.openJobs(group.id(), after, JOBS_AT_ONCE);
                !page.isEmpty();
                page = store.openJobs(group.id(), after, JOBS_AT_ONCE)) {
            Map<String, JobView> jobs = reader.find(page);
            page.stream().map(jobs::get).filter(Objects::nonNull).forEach(look);
            after = page.getLast();
        }
    }

    private GroupStore.Group visible(long id, Caller caller) {
        return sight.find(id, caller).orElseThrow(() -> Problem.notFound("there is no group " + id));
    }

    private WorkAnswers.GroupAnswer view(GroupStore.Group group) {
        Groups.Order order = groups.order();
        return order.rests().stream()
                .filter(rest -> rest.group().id().equals(group.id()))
                .findFirst()
                .map(rest -> GroupViews.of(rest.with(group), order))
                .orElseGet(() -> GroupViews.over(group));
    }
}
