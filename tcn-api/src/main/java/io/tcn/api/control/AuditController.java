// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.Audit;
import io.tcn.api.policy.AuditJson;
import io.tcn.api.policy.Changes;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.PolicyTransactions;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The changes that operators made, by whichever interface.
@RestController
@Needs(value = Operation.CONFIG, level = Level.ALL)
class AuditController {
    private final Changes changes;

    AuditController(Changes changes) {
        this.changes = changes;
    }

    @GetMapping("/tcn/v1/audit")
    @About("A page of the changes that operators made on either interface, the newest first.")
    List<OperationAnswers.AuditEntryAnswer> newest(
            @About("Those made by this one: distinguished name.") @RequestParam(required = false) @Nullable String dn,
            @About("Those of this kind, one word as in set-rc.") @RequestParam(required = false) @Nullable
                    String action,
            @About("Number of the last one of the page before: what is older comes.")
                    @RequestParam(required = false)
                    @Nullable
                    Long after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "100") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Pages.check(limit);
        List<PolicyTransactions.Numbered> page =
                changes.newest(new PolicyTransactions.AuditFilter(dn, action, after, limit));
        Pages.nameNext(request, response, page, limit, PolicyTransactions.Numbered::number);
        return page.stream()
                .map(one -> new OperationAnswers.AuditEntryAnswer(
                        one.number(),
                        one.entry().at(),
                        one.entry().dn(),
                        one.entry().action(),
                        one.entry().config(),
                        one.entry().reason(),
                        AuditJson.read(one.entry().before()),
                        AuditJson.read(one.entry().after()),
                        one.entry().dn().equals(Audit.nameOf(caller.dn()))))
                .toList();
    }
}
