// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.Audit;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.TimedControl;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.core.model.ResourceControl;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// All that operators have declared, to be kept in a file, compared and put back: users, resource-sets, pipes, resource
/// controls and limits of endpoints. Bans and drains are no part of it: they are acts, not a state that is wanted.
@Needs(value = Operation.CONFIG, level = Level.ALL)
@RestController
@RequestMapping("/tcn/v1/configuration")
class ConfigurationController {
    private final Directory directory;
    private final ConfigurationReader reader;
    private final Contradictions contradictions;
    private final ConnectionContradictions connections;
    private final RequestBodies bodies;
    private final Audit audit;

    ConfigurationController(
            Directory directory,
            ConfigurationReader reader,
            Contradictions contradictions,
            ConnectionContradictions connections,
            RequestBodies bodies,
            Audit audit) {
        this.contradictions = contradictions;
        this.connections = connections;
        this.directory = directory;
        this.reader = reader;
        this.bodies = bodies;
        this.audit = audit;
    }

    @GetMapping
    @About(
            value = "All that is declared, as the body of PUT has it, with its ETag; 304 if it is still that of"
                    + " If-None-Match.",
            alsoAt = 304)
    ResponseEntity<ConfigurationBody> present() {
        ConfigurationBody present = reader.present().view();
        return ResponseEntity.ok().eTag(Versions.tag(Versions.of(present))).body(present);
    }

    /// Makes the configuration what the body says, all or nothing.
    ///
    /// @param dryRun whether only the changes are told
    /// @param remove whether what is not in the body goes; of lists that are not given nothing does
    @Audited
    @PutMapping
    @About(
            value = "Makes the configuration what the body says, all or nothing.",
            takes = ConfigurationBody.class,
            refuses = {409, 412})
    DirectoryAnswers.ConfigurationChangesAnswer apply(
            HttpServletRequest request,
            @About("Whether only the changes are told.") @RequestParam(defaultValue = "false") boolean dryRun,
            @About("Whether what is not in the body goes, of the lists that are given.")
                    @RequestParam(defaultValue = "false")
                    boolean remove,
            @About("Puts also resource controls, or least connections and limits, that contradict each other.")
                    @RequestParam(defaultValue = "false")
                    boolean force,
            @About("ETag of the configuration as it was read: 412 if it has changed since then.")
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable
                    String ifMatch,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        return bodies.read(request, ConfigurationBody.class, body -> {
            DirectoryAnswers.ConfigurationChangesAnswer answer = apply(body, dryRun, remove, force, ifMatch, caller);
            Versions.tell(response, answer.version());
            return answer;
        });
    }

    private DirectoryAnswers.ConfigurationChangesAnswer apply(
            ConfigurationBody body,
            boolean dryRun,
            boolean remove,
            boolean force,
            @Nullable String ifMatch,
            Caller caller) {
        // One after the other, whatever is declared: of two that read the same, the second is refused.
        return directory.alone(() -> {
            if (ifMatch != null && !Versions.isOf(ifMatch, reader.present().view())) {
                throw new Problem(
                        HttpStatus.PRECONDITION_FAILED,
                        "the configuration has changed since it was read: nothing was changed; read it again with"
                                + " GET /tcn/v1/configuration");
            }
            return apply(body, dryRun, remove, force, caller);
        });
    }

    private DirectoryAnswers.ConfigurationChangesAnswer apply(
            ConfigurationBody body, boolean dryRun, boolean remove, boolean force, Caller caller) {
        ConfigurationDiff diff = new ConfigurationDiff(
                reader.present(),
                reader.wanted(body, remove),
                remove,
                user -> DeclarationChecks.names(directory, user.user().id(), user.dns()));
        refuseLosing(diff, caller);
        if (!force) {
            refuseContradictions(diff);
            connections.refuse(diff.change());
        }
        if (!dryRun && !diff.changes().isEmpty()) {
            List<AuditEntry> entries = diff.changes().stream()
                    .map(change -> audit.entry(
                            caller, "apply", change.kind() + " " + change.inWords(), change.before(), change.after()))
                    .toList();
            try {
                directory.declare(diff.change(), entries);
            } catch (IllegalStateException refused) {
                throw new Problem(HttpStatus.CONFLICT, refused.getMessage() + ": nothing was changed");
            }
            entries.forEach(Audit::log);
        }
        return new DirectoryAnswers.ConfigurationChangesAnswer(
                diff.changes().stream().map(ConfigurationDiff.Change::view).toList(),
                !dryRun,
                Versions.of(reader.present().view()));
    }

    /// Of the controls that are put; those that stand are as they were allowed.
    private void refuseContradictions(ConfigurationDiff diff) {
        Collection<TimedControl> put = diff.change().put().controls();
        Set<String> places = put.stream().map(Configuration::keyOf).collect(Collectors.toSet());
        Collection<ResourceControl> gone = diff.change().gone().controls();
        List<TimedControl> all = Stream.concat(
                        directory.resourceControls().stream()
                                .filter(timed -> !places.contains(Configuration.keyOf(timed))
                                        && !gone.contains(timed.control())),
                        put.stream())
                .toList();
        String contradiction = contradictions.find(
                put,
                all,
                name -> diff.change().put().sets().stream()
                        .filter(set -> set.name().equals(name))
                        .findFirst()
                        .or(() -> directory.findResourceSet(name)));
        if (contradiction != null) {
            throw new Problem(
                    HttpStatus.CONFLICT, contradiction + "; nothing was changed, \"force\" puts it all the same");
        }
    }

    /// Nobody removes himself, nor what others that stay depend on.
    private void refuseLosing(ConfigurationDiff diff, Caller caller) {
        if (diff.goneUsers().contains(caller.user())) {
            throw new Problem(HttpStatus.CONFLICT, "you act for user " + caller.user() + " yourself: it stays");
        }
        directory.pipes().stream()
                .filter(pipe -> diff.goneUsers().contains(pipe.user())
                        && !diff.change().gone().pipes().contains(pipe))
                .findFirst()
                .ifPresent(pipe -> {
                    throw new Problem(
                            HttpStatus.CONFLICT, "user " + pipe.user() + " cannot go: pipe " + pipe.id() + " stays");
                });
        directory.resourceControls().stream()
                .map(timed -> timed.control())
                .filter(control -> diff.goneUsers().contains(control.user())
                        || diff.goneSets().contains(control.resourceSet()))
                .filter(control -> !diff.change().gone().controls().contains(control))
                .findFirst()
                .ifPresent(control -> {
                    throw new Problem(
                            HttpStatus.CONFLICT,
                            "the control of " + control.user() + " on " + control.resourceSet()
                                    + " stays, and needs both: remove it too");
                });
    }
}
