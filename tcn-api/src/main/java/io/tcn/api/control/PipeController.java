// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.Audit;
import io.tcn.api.policy.TransferUrls;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.DirectoryChange;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Pipes: create-pipe and the rest.
@Needs
@RestController
@RequestMapping("/tcn/v1/pipes")
class PipeController {
    private final Directory directory;
    private final RequestBodies bodies;
    private final PipeViews pipeViews;
    private final Audit audit;
    private final PipeBodies pipes;
    private final Includes includes;
    private final Repeats repeats;
    private final ConnectionContradictions contradictions;

    PipeController(
            Directory directory,
            RequestBodies bodies,
            PipeViews pipeViews,
            Audit audit,
            PipeBodies pipes,
            Includes includes,
            Repeats repeats,
            ConnectionContradictions contradictions) {
        this.contradictions = contradictions;
        this.repeats = repeats;
        this.audit = audit;
        this.directory = directory;
        this.bodies = bodies;
        this.pipeViews = pipeViews;
        this.pipes = pipes;
        this.includes = includes;
    }

    /// A page of the pipes that the caller may see; of those of a user, or an endpoint.
    @GetMapping
    @About("A page of the pipes that the caller may see, by name.")
    List<DirectoryAnswers.PipeAnswer> pipes(
            @About("Those of this user.") @RequestParam(required = false) @Nullable String user,
            @About("Those that read at this endpoint.") @RequestParam(required = false) @Nullable String source,
            @About("Those that write at this endpoint.") @RequestParam(required = false) @Nullable String destination,
            @About("The last name of the page before.") @RequestParam(defaultValue = "") String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Pages.check(limit);
        Endpoint from = endpoint(source);
        Endpoint to = endpoint(destination);
        List<Pipe> page = directory.pipes().stream()
                .filter(pipe -> caller.mayActFor(pipe.user()))
                .filter(pipe -> user == null || pipe.user().value().equals(user))
                .filter(pipe -> from == null || pipe.source().equals(from))
                .filter(pipe -> to == null || pipe.destination().equals(to))
                .filter(pipe -> pipe.id().value().compareTo(after) > 0)
                .limit(limit)
                .toList();
        Pages.nameNext(request, response, page, limit, Pipe::id);
        return page.stream().map(pipeViews::view).toList();
    }

    private static @Nullable Endpoint endpoint(@Nullable String text) {
        return text == null ? null : RequestBodies.checked(() -> TransferUrls.endpoint(text));
    }

    @GetMapping("/{id}")
    @About("One pipe.")
    DirectoryAnswers.PipeAnswer pipe(
            @About("Name of the pipe.") @PathVariable String id,
            @About("More in one answer, with commas: why, transfers (those that run), controls (of its user).")
                    @RequestParam(required = false)
                    @Nullable
                    String include,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Pipe pipe = known(id, caller);
        Versions.tell(response, Versions.of(Configuration.view(pipe)));
        return pipeViews.single(pipe, includes.of(pipe, include, caller));
    }

    private Pipe known(String id, Caller caller) {
        return RequestBodies.checked(() -> directory.findPipe(PipeId.of(id)))
                .filter(pipe -> caller.mayActFor(pipe.user()))
                .orElseThrow(() -> Problem.notFound("there is no pipe " + id));
    }

    /// Changes what is given and leaves the rest.
    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @PatchMapping("/{id}")
    @About(
            value = "Changes what is given of a pipe and leaves the rest.",
            takes = Requests.ChangePipe.class,
            refuses = {409, 412})
    DirectoryAnswers.PipeAnswer change(
            @About("Name of the pipe.") @PathVariable String id,
            HttpServletRequest request,
            @About("Puts also least connections that the limit of an endpoint or a link does not let the pipes have.")
                    @RequestParam(defaultValue = "false")
                    boolean force,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.ChangePipe body = bodies.read(request, Requests.ChangePipe.class);
        return directory.alone(() -> change(known(id, caller), body, force, ifMatch, caller));
    }

    private DirectoryAnswers.PipeAnswer change(
            Pipe present, Requests.ChangePipe body, boolean force, @Nullable String ifMatch, Caller caller) {
        refuseStale(ifMatch, present, present.id());
        if (body.minConnections() == null && body.maxConnections() == null && body.weight() == null) {
            throw Problem.badRequest(
                    "nothing to change: give \"minConnections\", \"maxConnections\", \"weight\", or several of them");
        }
        Pipe pipe = RequestBodies.checked(() -> new Pipe(
                present.id(),
                present.source(),
                present.destination(),
                present.user(),
                PipeBodies.limits(body.minConnections(), body.maxConnections(), present.limits()),
                body.weight() == null ? present.weight() : body.weight()));
        DirectoryChange change = DirectoryChange.put(List.of(), List.of(pipe));
        if (!force) {
            contradictions.refuse(change);
        }
        AuditEntry entry = audit.entry(
                caller,
                "change-pipe",
                inWords(pipe) + "; before: " + inWords(present),
                Configuration.view(present),
                Configuration.view(pipe));
        directory.declare(change, List.of(entry));
        Audit.log(entry);
        return pipeViews.single(pipe, null);
    }

    private static void refuseStale(@Nullable String ifMatch, @Nullable Pipe present, PipeId id) {
        Versions.refuseStale(ifMatch, present == null ? null : Configuration.view(present), "pipe " + id, route(id));
    }

    private static String route(PipeId id) {
        return "/tcn/v1/pipes/" + id.value().replace("/", "%2F");
    }

    /// Removes a pipe on which nothing is open. What was done there stays in the jobs.
    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @About(
            value = "Removes a pipe on which nothing is open.",
            refuses = {409, 412})
    void remove(
            @About("Name of the pipe.") @PathVariable String id,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        directory.alone(() -> {
            remove(known(id, caller), ifMatch, caller);
            return null;
        });
    }

    private void remove(Pipe pipe, @Nullable String ifMatch, Caller caller) {
        PipeId id = pipe.id();
        refuseStale(ifMatch, pipe, id);
        AuditEntry entry = audit.entry(caller, "remove-pipe", inWords(pipe), Configuration.view(pipe), null);
        if (!directory.remove(pipe, List.of(entry))) {
            throw new Problem(
                    HttpStatus.CONFLICT,
                    "transfers of pipe " + id
                            + " are not over: wait for them, or cancel them (GET /tcn/v1/transfers?pipe=" + id + ")");
        }
        Audit.log(entry);
    }

    private static String inWords(Pipe pipe) {
        return pipe.id() + " with " + pipe.limits().minConnections() + " to "
                + pipe.limits().maxConnections() + " connections, weight " + pipe.weight();
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @About(
            value = "create-pipe: states a pipe as a whole, a new one or one that exists.",
            takes = Requests.CreatePipe.class,
            refuses = {409, 412, 422})
    DirectoryAnswers.PipeAnswer createPipe(
            HttpServletRequest request,
            @About("Puts also least connections that the limit of an endpoint or a link does not let the pipes have.")
                    @RequestParam(defaultValue = "false")
                    boolean force,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @About(Versions.IF_NONE_MATCH) @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable
                    String ifNoneMatch,
            @About(Repeats.ABOUT) @RequestHeader(name = Repeats.KEY, required = false) @Nullable String idempotencyKey,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.CreatePipe body = bodies.read(request, Requests.CreatePipe.class);
        PipeKey key = PipeBodies.key(body);
        Repeats.Asked asked =
                Repeats.asked(idempotencyKey, caller, "POST /tcn/v1/pipes" + (force ? "?force=true" : ""), body);
        return directory.alone(() -> repeats.once(asked, DirectoryAnswers.PipeAnswer.class, () -> {
            DeclarationChecks.knownUser(directory, key.user());
            Pipe pipe = pipes.pipe(key, body);
            Pipe present = directory.findPipe(key).orElse(null);
            refuseStale(ifMatch, present, pipe.id());
            Versions.refuseKnown(
                    ifNoneMatch,
                    present == null ? null : Configuration.view(present),
                    "pipe " + pipe.id(),
                    route(pipe.id()));
            DirectoryChange change = DirectoryChange.put(List.of(), List.of(pipe));
            if (!force) {
                contradictions.refuse(change);
            }
            AuditEntry entry = audit.entry(
                    caller,
                    "create-pipe",
                    inWords(pipe) + (present == null ? "" : "; before: " + inWords(present)),
                    present == null ? null : Configuration.view(present),
                    Configuration.view(pipe));
            DirectoryAnswers.PipeAnswer answer = pipeViews.single(pipe, null);
            directory.declare(change, List.of(Repeats.with(entry, asked, answer)));
            Audit.log(entry);
            return answer;
        }));
    }
}
