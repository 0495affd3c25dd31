// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.Audit;
import io.tcn.api.policy.Changes;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// The newest 100 changes that operators made, by whichever interface.
@RestController
@Needs(value = Operation.CONFIG, level = Level.ALL)
class AuditController {
    private final Changes changes;

    AuditController(Changes changes) {
        this.changes = changes;
    }

    @GetMapping("/tcn/v1/audit")
    @About("The newest 100 changes that operators made on either interface, oldest last.")
    List<OperationAnswers.AuditEntryAnswer> newest(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        return changes.newest().stream()
                .map(entry -> new OperationAnswers.AuditEntryAnswer(
                        entry.at(),
                        entry.dn(),
                        entry.action(),
                        entry.config(),
                        entry.dn().equals(Audit.nameOf(caller.dn()))))
                .toList();
    }
}
