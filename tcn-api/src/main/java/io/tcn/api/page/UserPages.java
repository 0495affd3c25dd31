// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Lines.PipeLine;
import io.tcn.api.page.Section.Fact;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.LimitsInUse;
import io.tcn.api.runtime.PipeSums;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.store.TimedControl;
import io.tcn.api.timetable.Timetables;
import io.tcn.core.model.Bound;
import io.tcn.core.model.ControlConflict;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Users, what they may take, and what they take.
@Lazy
@Needs
@RestController
class UserPages {
    private final Lines lines;
    private final Answers answers;
    private final Directory directory;
    private final ControlBoard board;
    private final LimitsInUse limits;
    private final TimeSource time;

    UserPages(
            Lines lines,
            Answers answers,
            Directory directory,
            ControlBoard board,
            LimitsInUse limits,
            TimeSource time) {
        this.limits = limits;
        this.lines = lines;
        this.answers = answers;
        this.directory = directory;
        this.board = board;
        this.time = time;
    }

    /// A user and the sums over its pipes.
    private record UserLine(User user, PipeSums sums) {}

    @GetMapping(Urls.ROOT + "/users")
    ResponseEntity<byte[]> users(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Map<String, PipeSums> sums = new HashMap<>();
        PipeSums.byUser(lines.pipes(caller)).forEach(one -> sums.put(one.name(), one));
        List<UserLine> users = directory.users().stream()
                .filter(user -> caller.mayActFor(user.id()))
                .map(user -> new UserLine(
                        user,
                        sums.getOrDefault(
                                user.id().value(), new PipeSums(user.id().value()))))
                .toList();
        View view = new View("Users and controls", "Users", Asked.of(request)).live();
        view.add(Table.of(
                "users",
                "Users",
                users,
                List.of(
                        Column.<UserLine>of(
                                        "user",
                                        "User",
                                        Unit.TEXT,
                                        one -> one.user().id().value())
                                .to(one -> Urls.user(one.user().id())),
                        Column.<UserLine>of(
                                "weight",
                                "Weight",
                                Unit.COUNT,
                                one -> one.user().weight()),
                        Column.<UserLine>of(
                                "throughput",
                                "Throughput",
                                Unit.BPS,
                                one -> one.sums().throughputBps()),
                        Column.<UserLine>of(
                                "running",
                                "Running",
                                Unit.COUNT,
                                one -> one.sums().running()),
                        Column.<UserLine>of(
                                "queued",
                                "Queued",
                                Unit.COUNT,
                                one -> one.sums().queued()),
                        Column.<UserLine>of(
                                "pipes", "Pipes", Unit.COUNT, one -> one.sums().pipes()))));
        addControls(view, caller, Optional.empty());
        addTokenLimits(view, caller);
        return answers.of(view, caller);
    }

    @GetMapping(Urls.ROOT + "/user")
    ResponseEntity<byte[]> user(
            @RequestParam String id, HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        User user = find(id).filter(known -> caller.mayActFor(known.id()))
                .orElseThrow(() -> Problem.notFound("there is no such user, or you do not act for it"));
        List<PipeLine> pipes = lines.pipes(caller, pipe -> pipe.user().equals(user.id()));
        PipeSums sums = PipeSums.total(pipes);
        View view = new View("User " + id, "Users", Asked.of(request)).live();
        view.add(Section.facts(
                "user",
                "",
                List.of(
                        Fact.of("Weight", Unit.COUNT, user.weight()),
                        Fact.of("Throughput", Unit.BPS, sums.throughputBps()),
                        Fact.of("Running", Unit.COUNT, sums.running())
                                .to(Urls.of(Urls.ROOT + "/transfers", Map.of("user", id, "state", "ACTIVE"))),
                        Fact.of("Queued", Unit.COUNT, sums.queued())
                                .to(Urls.of(Urls.ROOT + "/transfers", Map.of("user", id, "state", "QUEUED"))),
                        Fact.of("Pipes", Unit.COUNT, sums.pipes()),
                        Fact.of("Jobs", "open jobs").to(Urls.of(Urls.ROOT + "/jobs", "user", id)))));
        view.add(Section.plots("day", "The last 24 hours", Plots.of("", Map.of("user", id))));
        addControls(view, caller, Optional.of(user.id()));
        view.add(Tables.pipes("Pipes", pipes));
        view.add(Table.of(
                "names",
                "Certificates that act for it",
                directory.dnsOf(user.id()),
                List.of(Column.of("dn", "Name", Unit.TEXT, dn -> dn))));
        return answers.of(view, caller);
    }

    private Optional<User> find(String id) {
        try {
            return directory.findUser(UserId.of(id));
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
    }

    private void addTokenLimits(View view, Caller caller) {
        List<LimitsInUse.One> inUse = limits.seenBy(caller);
        if (inUse.isEmpty()) {
            return;
        }
        view.add(Table.of(
                        "token-limits",
                        "What tokens say",
                        inUse,
                        List.of(
                                Column.<LimitsInUse.One>of(
                                        "subject",
                                        "Subject",
                                        Unit.TEXT,
                                        one -> one.claims().subject()),
                                Column.<LimitsInUse.One>of(
                                        "issuer",
                                        "Issuer",
                                        Unit.TEXT,
                                        one -> one.claims().issuer()),
                                Column.<LimitsInUse.One>of(
                                        "maxBps",
                                        "At most",
                                        Unit.BPS,
                                        one -> one.use().limit().limitsThroughput()
                                                ? one.use().limit().maxBps()
                                                : null),
                                Column.<LimitsInUse.One>of(
                                        "throughput",
                                        "Throughput",
                                        Unit.BPS,
                                        one -> one.use().throughputBps()),
                                Column.<LimitsInUse.One>of(
                                        "maxConnections",
                                        "Connections at most",
                                        Unit.COUNT,
                                        one -> one.use().limit().limitsConnections()
                                                ? one.use().limit().maxConnections()
                                                : null),
                                Column.<LimitsInUse.One>of(
                                        "connections",
                                        "Connections",
                                        Unit.COUNT,
                                        one -> one.use().connections()),
                                Column.<LimitsInUse.One>of(
                                        "waits",
                                        "What waits",
                                        Unit.TEXT,
                                        one -> one.use().inTheWay())))
                .noted("Limits that came with tokens, of transfers that are queued or run now."));
    }

    private void addControls(View view, Caller caller, Optional<UserId> only) {
        view.add(MapPage.constraints(
                        "How the controls stand",
                        board.last().stream()
                                .flatMap(last -> last.decision().constraints().stream())
                                .filter(report -> caller.mayActFor(report.user()))
                                .filter(report ->
                                        only.isEmpty() || report.user().equals(only.get()))
                                .toList())
                .noted("On each resource, in the last interval. Less than nothing left: broken. The kind leads to the"
                        + " history."));
        view.add(controls(directory.resourceControls().stream()
                .filter(timed -> caller.mayActFor(timed.control().user()))
                .filter(timed -> only.isEmpty() || timed.control().user().equals(only.get()))
                .toList()));
        if (caller.administrator()) {
            List<ControlConflict> conflicts =
                    board.last().map(last -> last.observation().conflicts()).orElse(List.of());
            view.add(Table.of(
                    "conflicts",
                    "What cannot all be kept",
                    conflicts,
                    List.of(
                            Column.of("words", "Conflict", Unit.TEXT, ControlConflict::inWords),
                            Column.<ControlConflict>of("kept", "Kept", Unit.SHARE, ControlConflict::keptShare)
                                    .toned(one -> "bad"))));
        }
    }

    private Table<TimedControl> controls(Collection<TimedControl> controls) {
        return Table.of(
                "controls",
                "What is declared",
                controls,
                List.of(
                        Column.<TimedControl>of(
                                        "user",
                                        "User",
                                        Unit.TEXT,
                                        one -> one.control().user().value())
                                .to(one -> Urls.user(one.control().user())),
                        Column.<TimedControl>of(
                                "set",
                                "Resource-set",
                                Unit.TEXT,
                                one -> one.control().resourceSet().value()),
                        Column.of("control", "Control", Unit.TEXT, UserPages::inWords),
                        Column.<TimedControl>of(
                                        "now",
                                        "Now",
                                        Unit.TEXT,
                                        one -> one.isInForce(time.now()) ? "in force" : "not in force")
                                .toned(one -> one.isInForce(time.now()) ? "good" : "warn"),
                        Column.of("when", "Timetable", Unit.TEXT, one -> {
                            var when = one.when();
                            return when == null ? "always" : Timetables.text(when);
                        }),
                        Column.of("next", "Next change (UTC)", Unit.MOMENT, one -> {
                            var when = one.when();
                            return when == null
                                    ? null
                                    : when.nextChange(time.now()).orElse(null);
                        })));
    }

    private static String inWords(TimedControl timed) {
        return switch (timed.control()) {
            case Bound(var _, var _, Bound.Rate rate) -> "at most " + Unit.BPS.of(rate.maxBps());
            case Bound(var _, var _, Bound.CapacityShare share) ->
                "at most " + Unit.SHARE.of(share.share()) + " of the capacity";
            case Guarantee guarantee -> "at least " + Unit.BPS.of(guarantee.minBps());
            case RelativeWeight weight -> "weight " + Unit.COUNT.of(weight.weight());
        };
    }
}
