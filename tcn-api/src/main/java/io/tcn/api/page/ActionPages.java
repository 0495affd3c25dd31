// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Lines.PipeLine;
import io.tcn.api.page.Section.Fact;
import io.tcn.api.page.Section.Field;
import io.tcn.api.page.Section.Form;
import io.tcn.api.policy.Banning;
import io.tcn.api.policy.Bans;
import io.tcn.api.policy.DrainedHosts;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.reason.Reason;
import io.tcn.api.runtime.HostName;
import io.tcn.api.runtime.PipeSums;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// What operators may do on the page: ban a storage, end a ban, drain the server. Each shows what it will do first, and
/// is done by a form of that page only. Who did what stands in the audit.
@Lazy
@Needs(Operation.CONFIG)
@RestController
class ActionPages {
    private static final int LONGEST_MESSAGE = 1000;
    private static final Field WHY = new Field(Reason.PARAMETER, "Why, for the audit", "", Map.of());

    private final Lines lines;
    private final Answers answers;
    private final Csrf csrf;
    private final Banning banning;
    private final Bans bans;
    private final DrainedHosts drained;
    private final HostName host;

    ActionPages(
            Lines lines, Answers answers, Csrf csrf, Banning banning, Bans bans, DrainedHosts drained, HostName host) {
        this.lines = lines;
        this.answers = answers;
        this.csrf = csrf;
        this.banning = banning;
        this.bans = bans;
        this.drained = drained;
        this.host = host;
    }

    // --- bans

    @GetMapping(Urls.ROOT + "/ban")
    ResponseEntity<byte[]> askBan(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        String storage = storage(asked);
        List<PipeLine> pipes = lines.pipes(
                caller,
                pipe -> StorageElements.isAt(pipe.source(), storage)
                        || StorageElements.isAt(pipe.destination(), storage));
        View view = new View("Ban " + storage, "Failures", asked);
        view.lead("Nothing has happened yet. This is what a ban concerns now, of one user's transfers at a time:");
        view.add(Tables.users(PipeSums.byUser(pipes)));
        Map<String, String> users = new LinkedHashMap<>();
        PipeSums.byUser(pipes).forEach(sums -> users.put(sums.name(), sums.name()));
        caller.users().forEach(user -> users.putIfAbsent(user.value(), user.value()));
        Map<String, String> statuses = new LinkedHashMap<>();
        for (SeBan.Status status : List.of(SeBan.Status.WAIT_AS, SeBan.Status.WAIT, SeBan.Status.CANCEL)) {
            statuses.put(status.name(), FailurePage.words(status));
        }
        view.add(Section.form(
                "do",
                "Ban it",
                new Form(
                        Urls.ROOT + "/ban",
                        "post",
                        Map.of(Csrf.FIELD, csrf.mark(caller), "storage", storage),
                        List.of(
                                new Field("user", "For user", asked.get("user"), users),
                                new Field("status", "Transfers are", SeBan.Status.WAIT_AS.name(), statuses),
                                new Field("message", "Message for users", "", Map.of()),
                                WHY),
                        "Ban",
                        "What runs is cancelled only if you choose so. It stands in the audit under your name.")));
        return answers.of(view, caller);
    }

    @Audited
    @PostMapping(Urls.ROOT + "/ban")
    ResponseEntity<byte[]> ban(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        csrf.check(asked.get(Csrf.FIELD), caller);
        UserId user = user(asked, caller);
        String message = asked.get("message");
        if (message.length() > LONGEST_MESSAGE) {
            throw Problem.badRequest("the message has at most " + LONGEST_MESSAGE + " characters");
        }
        banning.banStorage(storage(asked), user, status(asked), message, caller.dn())
                .join();
        return done();
    }

    @GetMapping(Urls.ROOT + "/unban")
    ResponseEntity<byte[]> askUnban(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        String storage = storage(asked);
        UserId user = user(asked, caller);
        View view = new View("End the ban of " + storage, "Failures", asked);
        view.lead("Nothing has happened yet. Transfers of " + user + " that wait for the end of the ban go on.");
        view.add(Section.form(
                "do",
                "End the ban",
                new Form(
                        Urls.ROOT + "/unban",
                        "post",
                        Map.of(Csrf.FIELD, csrf.mark(caller), "storage", storage, "user", user.value()),
                        List.of(WHY),
                        "End the ban",
                        "It stands in the audit under your name.")));
        return answers.of(view, caller);
    }

    @Audited
    @PostMapping(Urls.ROOT + "/unban")
    ResponseEntity<byte[]> unban(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        csrf.check(asked.get(Csrf.FIELD), caller);
        if (!bans.unban(storage(asked), user(asked, caller), caller.dn())) {
            throw Problem.notFound("this storage is not banned for this user");
        }
        return done();
    }

    private static String storage(Asked asked) {
        try {
            return StorageElements.parse(asked.get("storage"));
        } catch (IllegalArgumentException unreadable) {
            throw Problem.badRequest(String.valueOf(unreadable.getMessage()));
        }
    }

    private static UserId user(Asked asked, Caller caller) {
        try {
            UserId user = UserId.of(asked.get("user"));
            if (!caller.mayActFor(user)) {
                throw Problem.forbidden(caller.dn() + " may not act for user " + user
                        + "; administrators may (setting tcn.security.administrators)");
            }
            return user;
        } catch (IllegalArgumentException noName) {
            throw Problem.badRequest("\"user\" is missing, or no name");
        }
    }

    private static SeBan.Status status(Asked asked) {
        try {
            return SeBan.Status.valueOf(asked.get("status"));
        } catch (IllegalArgumentException unknown) {
            throw Problem.badRequest("\"status\" is CANCEL, WAIT or WAIT_AS");
        }
    }

    // --- drain

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping(Urls.ROOT + "/drain")
    ResponseEntity<byte[]> askDrain(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        boolean on = isOn(asked);
        String which = hostOf(asked);
        boolean isHere = which.equals(host.value());
        String name = isHere ? "this server" : which;
        View view = new View(on ? "Drain " + name : "Let " + name + " go on", "Failures", asked);
        view.lead("Nothing has happened yet.");
        view.add(Section.facts("effect", "What it concerns", isHere ? effects(on) : elsewhere(on)));
        view.add(Section.form(
                "do",
                on ? "Drain it" : "Let it go on",
                new Form(
                        Urls.ROOT + "/drain",
                        "post",
                        Map.of(Csrf.FIELD, csrf.mark(caller), "on", on ? "yes" : "no", "host", which),
                        List.of(WHY),
                        on ? "Drain" : "Go on",
                        "It stands in the audit under your name.")));
        return answers.of(view, caller);
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @PostMapping(Urls.ROOT + "/drain")
    ResponseEntity<byte[]> drain(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        csrf.check(asked.get(Csrf.FIELD), caller);
        drained.set(hostOf(asked), isOn(asked), caller.dn());
        return done();
    }

    /// A drain concerns all, whosoever transfers they are.
    private List<Fact> effects(boolean on) {
        PipeSums total = PipeSums.total(lines.all());
        List<Fact> effects = new ArrayList<>(List.of(
                Fact.of("Running, goes on", Unit.COUNT, total.running()),
                Fact.of(
                        on ? "Queued, will wait" : "Queued, will start unless banned or paused",
                        Unit.COUNT,
                        total.queued())));
        if (on && drained.all().size() > 1) {
            effects.add(Fact.of(
                    "The lead",
                    "goes to a server of another machine that is not drained, if there is one; it goes on"));
        }
        return effects;
    }

    private static List<Fact> elsewhere(boolean on) {
        return List.of(Fact.of("The lead", on ? "it takes it only if no other server can" : "it may take it again"));
    }

    private String hostOf(Asked asked) {
        String named = asked.get("host");
        if (named.isEmpty()) {
            return host.value();
        }
        if (!drained.isKnown(named)) {
            throw Problem.badRequest("there is no server on a machine of this name");
        }
        return named;
    }

    private static boolean isOn(Asked asked) {
        return switch (asked.get("on")) {
            case "yes" -> true;
            case "no" -> false;
            default -> throw Problem.badRequest("\"on\" is yes or no");
        };
    }

    private static ResponseEntity<byte[]> done() {
        return ResponseEntity.status(303)
                .header(HttpHeaders.LOCATION, Urls.ROOT + "/failures")
                .build();
    }
}
