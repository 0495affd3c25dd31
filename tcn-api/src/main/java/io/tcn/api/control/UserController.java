// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.Audit;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.DirectoryChange;
import io.tcn.api.runtime.PipeNow;
import io.tcn.api.runtime.PipeSums;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.DirectoryStore;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Users, their certificates, and what all their pipes do together.
@Needs
@RestController
@RequestMapping("/tcn/v1/users")
class UserController {
    private final Directory directory;
    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private final RequestBodies bodies;
    private final Audit audit;
    private final Includes includes;
    private final Repeats repeats;

    UserController(
            Directory directory,
            ControlPlane controlPlane,
            ControlBoard board,
            RequestBodies bodies,
            Audit audit,
            Includes includes,
            Repeats repeats) {
        this.repeats = repeats;
        this.directory = directory;
        this.controlPlane = controlPlane;
        this.board = board;
        this.bodies = bodies;
        this.audit = audit;
        this.includes = includes;
    }

    @GetMapping
    @About("A page of the users that the caller may act for, by name.")
    List<DirectoryAnswers.UserAnswer> users(
            @About("The one for which this certificate acts: its name in slash form.")
                    @RequestParam(required = false)
                    @Nullable
                    String dn,
            @About("The last name of the page before.") @RequestParam(defaultValue = "") String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        UserId of = dn == null
                ? null
                : directory.findDn(dn).map(DirectoryStore.UserDn::user).orElse(null);
        Stream<User> users = directory.users().stream()
                .filter(user -> caller.mayActFor(user.id()))
                .filter(user -> dn == null || user.id().equals(of));
        return Pages.cut(
                        new Pages.Listing(request, response, limit),
                        users,
                        user -> user.id().value(),
                        after)
                .stream()
                .map(this::view)
                .toList();
    }

    /// One user, with the sums over its pipes.
    @GetMapping("/{id}")
    @About("One user, with the sums over its pipes.")
    DirectoryAnswers.UserSumsAnswer user(
            @About("Name of the user.") @PathVariable String id,
            @About("More in one answer, with commas: pipes, controls.") @RequestParam(required = false) @Nullable
                    String include,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        User user = known(id);
        if (!caller.mayActFor(user.id())) {
            throw Problem.notFound("there is no user " + id);
        }
        PipeSums sums = PipeSums.total(pipesOf(user.id()).stream()
                .map(pipe -> PipeNow.of(pipe, controlPlane, board))
                .toList());
        String version = Versions.of(declared(user));
        Versions.tell(response, version);
        return new DirectoryAnswers.UserSumsAnswer(
                user.id().value(),
                user.weight(),
                directory.dnsOf(user.id()),
                version,
                sums.pipes(),
                sums.running(),
                sums.queued(),
                sums.waiting(),
                sums.open(),
                sums.throughputBps(),
                includes.of(user.id(), include, caller));
    }

    private User known(String id) {
        return RequestBodies.checked(() -> directory.findUser(UserId.of(id)))
                .orElseThrow(() -> Problem.notFound("there is no user " + id));
    }

    private List<Pipe> pipesOf(UserId user) {
        return directory.pipes().stream()
                .filter(pipe -> pipe.user().equals(user))
                .toList();
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @About(
            value = "States a user, a new one or one that exists.",
            takes = Requests.CreateUser.class,
            refuses = {412, 422})
    DirectoryAnswers.UserAnswer create(
            HttpServletRequest request,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @About(Versions.IF_NONE_MATCH) @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable
                    String ifNoneMatch,
            @About(Repeats.ABOUT) @RequestHeader(name = Repeats.KEY, required = false) @Nullable String idempotencyKey,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.CreateUser body = bodies.read(request, Requests.CreateUser.class);
        User user = DeclarationChecks.user(body);
        List<String> dns = body.dns() == null ? List.of() : body.dns();
        List<DirectoryStore.UserDn> names = DeclarationChecks.names(directory, user.id(), dns);
        Repeats.Asked asked = Repeats.asked(idempotencyKey, caller, "POST /tcn/v1/users", body);
        return directory.alone(() -> repeats.once(asked, DirectoryAnswers.UserAnswer.class, () -> {
            Requests.CreateUser present =
                    directory.findUser(user.id()).map(this::declared).orElse(null);
            Versions.refuseStale(ifMatch, present, "user " + user.id(), route(user));
            Versions.refuseKnown(ifNoneMatch, present, "user " + user.id(), route(user));
            DirectoryAnswers.UserAnswer answer = view(user, dns);
            AuditEntry entry = audit.entry(
                    caller,
                    "create-user",
                    user.id() + ", weight " + user.weight() + ", certificates " + dns,
                    present,
                    Configuration.view(new Configuration.UserWithNames(user, answer.dns())));
            List<AuditEntry> entries = Stream.concat(
                            Stream.of(Repeats.with(entry, asked, answer)), losers(user, dns, caller))
                    .toList();
            directory.declare(DirectoryChange.put(List.of(user), Set.copyOf(names)), entries);
            entries.forEach(Audit::log);
            return answer;
        }));
    }

    /// The changes of users whose certificates act for this one from now on.
    private Stream<AuditEntry> losers(User user, List<String> dns, Caller caller) {
        Map<String, String> given = new HashMap<>();
        dns.forEach(dn -> given.put(dn, user.id().value()));
        return new GivenNames(given)
                .losers(directory).stream()
                        .map(loser -> audit.entry(
                                caller,
                                "create-user",
                                loser.user().id() + ", certificates " + loser.dns() + "; the others act for "
                                        + user.id(),
                                declared(loser.user()),
                                Configuration.view(loser)));
    }

    private static String route(User user) {
        return "/tcn/v1/users/" + user.id();
    }

    private Requests.CreateUser declared(User user) {
        return Configuration.view(new Configuration.UserWithNames(user, directory.dnsOf(user.id())));
    }

    /// Removes a user that nothing belongs to any more.
    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @About(
            value = "Removes a user that nothing belongs to any more.",
            refuses = {409, 412})
    void remove(
            @About("Name of the user.") @PathVariable String id,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        directory.alone(() -> {
            remove(known(id), ifMatch, caller);
            return null;
        });
    }

    private void remove(User user, @Nullable String ifMatch, Caller caller) {
        UserId id = user.id();
        Versions.refuseStale(ifMatch, declared(user), "user " + id, route(user));
        if (caller.user().equals(user.id())) {
            throw new Problem(HttpStatus.CONFLICT, "you act for user " + id + " yourself: it stays");
        }
        int pipes = pipesOf(user.id()).size();
        if (pipes > 0) {
            throw new Problem(HttpStatus.CONFLICT, "user " + id + " has " + pipes + " pipes: remove them first");
        }
        if (directory.resourceControls().stream()
                .anyMatch(timed -> timed.control().user().equals(user.id()))) {
            throw new Problem(HttpStatus.CONFLICT, "user " + id + " has resource controls: remove them first");
        }
        AuditEntry entry = audit.entry(caller, "remove-user", id.value(), declared(user), null);
        if (!directory.remove(user.id(), entry)) {
            throw new Problem(
                    HttpStatus.CONFLICT,
                    "jobs belong to user " + id + ": it can be removed when they are gone (tcn.retention)");
        }
        Audit.log(entry);
    }

    private DirectoryAnswers.UserAnswer view(User user) {
        return view(user, List.of());
    }

    /// @param more certificates that are to act for it
    private DirectoryAnswers.UserAnswer view(User user, List<String> more) {
        List<String> dns = Stream.concat(directory.dnsOf(user.id()).stream(), more.stream())
                .distinct()
                .sorted()
                .toList();
        Requests.CreateUser declared = Configuration.view(new Configuration.UserWithNames(user, dns));
        return new DirectoryAnswers.UserAnswer(user.id().value(), user.weight(), dns, Versions.of(declared));
    }
}
