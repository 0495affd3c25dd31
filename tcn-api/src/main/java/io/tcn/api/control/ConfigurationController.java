// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.AuditEntry;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
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
    private final RequestBodies bodies;
    private final Audit audit;

    ConfigurationController(Directory directory, ConfigurationReader reader, RequestBodies bodies, Audit audit) {
        this.directory = directory;
        this.reader = reader;
        this.bodies = bodies;
        this.audit = audit;
    }

    @GetMapping
    @About("All that is declared, as the body of PUT has it.")
    ConfigurationBody present() {
        return reader.present().view();
    }

    /// Makes the configuration what the body says, all or nothing.
    ///
    /// @param dryRun whether only the changes are told
    /// @param remove whether what is not in the body goes; of lists that are not given nothing does
    @PutMapping
    @About(
            value = "Makes the configuration what the body says, all or nothing.",
            takes = ConfigurationBody.class,
            refuses = 409)
    DirectoryAnswers.ConfigurationChangesAnswer apply(
            HttpServletRequest request,
            @About("Whether only the changes are told.") @RequestParam(defaultValue = "false") boolean dryRun,
            @About("Whether what is not in the body goes, of the lists that are given.")
                    @RequestParam(defaultValue = "false")
                    boolean remove,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        return bodies.read(request, ConfigurationBody.class, body -> apply(body, dryRun, remove, caller));
    }

    private DirectoryAnswers.ConfigurationChangesAnswer apply(
            ConfigurationBody body, boolean dryRun, boolean remove, Caller caller) {
        ConfigurationDiff diff = new ConfigurationDiff(
                reader.present(),
                reader.wanted(body),
                remove,
                user -> Declarations.names(directory, user.user().id(), user.dns()));
        refuseLosing(diff, caller);
        if (!dryRun && !diff.changes().isEmpty()) {
            List<AuditEntry> entries = diff.changes().stream()
                    .map(change -> audit.entry(caller, "apply", change.kind() + " " + change.inWords()))
                    .toList();
            try {
                directory.declare(diff.change(), entries);
            } catch (IllegalStateException refused) {
                throw new Problem(HttpStatus.CONFLICT, refused.getMessage() + ": nothing was changed");
            }
            entries.forEach(Audit::log);
        }
        return new DirectoryAnswers.ConfigurationChangesAnswer(
                diff.changes().stream().map(ConfigurationDiff.Change::view).toList(), !dryRun);
    }

    /// Nobody removes himself, nor what others that stay depend on.
    private void refuseLosing(ConfigurationDiff diff, Caller caller) {
        caller.findUser().filter(diff.goneUsers()::contains).ifPresent(own -> {
            throw new Problem(HttpStatus.CONFLICT, "you act for user " + own + " yourself: it stays");
        });
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
