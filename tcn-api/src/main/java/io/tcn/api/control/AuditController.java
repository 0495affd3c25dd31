// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.policy.Changes;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.AuditEntry;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
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
    List<AuditEntry> newest() {
        return changes.newest();
    }
}
