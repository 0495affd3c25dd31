// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.cluster.Leadership;
import io.tcn.api.cluster.Role;
import io.tcn.api.openapi.About;
import io.tcn.api.policy.Audit;
import io.tcn.api.policy.DrainedHosts;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.ServerLease;
import io.tcn.api.store.ServerLease.Member;
import io.tcn.api.store.ServerLease.Present;
import io.tcn.api.store.ServerLease.Seen;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.store.policy.PolicyTransactions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// The servers that share the database, and which of them leads.
@RestController
@RequestMapping("/tcn/v1/cluster")
class ClusterController {
    private static final double MILLIS = 1000;

    private final Leadership leadership;
    private final ServerLease leases;
    private final DrainedHosts drained;
    private final PolicyTransactions transactions;
    private final Audit audit;

    ClusterController(
            Leadership leadership,
            ServerLease leases,
            DrainedHosts drained,
            PolicyTransactions transactions,
            Audit audit) {
        this.leadership = leadership;
        this.leases = leases;
        this.drained = drained;
        this.transactions = transactions;
        this.audit = audit;
    }

    /// For everybody with a credential: while nobody leads, the server that is asked answers by itself, and
    /// knows nobody's rights.
    @Needs
    @GetMapping
    @About("The servers that share the database: which one leads, since when, and how long its lease still holds.")
    OperationAnswers.ClusterAnswer cluster() {
        Optional<Seen> seen = leadership.seen();
        Optional<Seen> held = seen.filter(now -> !now.isFree());
        Optional<Member> leader = held.map(Seen::leader);
        return new OperationAnswers.ClusterAnswer(
                leadership.isShared(),
                leadership.self().name(),
                leadership.role().word(),
                leader.map(Member::name).orElse(null),
                seen.map(Seen::term).orElse(0L),
                held.map(Seen::since).orElse(null),
                held.map(Seen::left).map(left -> left.toMillis() / MILLIS).orElse(null),
                seen.isEmpty() ? List.of() : servers(seen.get(), leader.orElse(null)));
    }

    private List<OperationAnswers.ServerAnswer> servers(Seen seen, @Nullable Member leader) {
        return leases.members().stream()
                .map(present -> view(present, leader, seen.now()))
                .toList();
    }

    private OperationAnswers.ServerAnswer view(Present present, @Nullable Member leader, Instant now) {
        Member member = present.member();
        return new OperationAnswers.ServerAnswer(
                member.name(),
                member.host(),
                leader != null && leader.id().equals(member.id()),
                Leadership.isAlive(present, now),
                leadership.role() == Role.FOLLOWER ? null : drained.isDrained(member.host()),
                member.version(),
                present.started(),
                present.lastSign());
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @PostMapping("/handover")
    @About(
            value = "Lets the server that leads stop in order, give the lead to another one, and start anew. What runs"
                    + " is taken up again as after a restart.",
            refuses = 409)
    ResponseEntity<OperationAnswers.HandoverAnswer> handOver(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        if (!leadership.isShared()) {
            throw new Problem(
                    HttpStatus.CONFLICT, "this server has its database for itself (tcn.cluster.enabled is false)");
        }
        long epoch = leadership.seen().map(Seen::term).orElse(0L);
        String from = leadership.self().name();
        AuditEntry entry = audit.entry(caller, "hand-over", "the lead of " + from + ", epoch " + epoch);
        if (!leadership.handOver(() -> transactions.change(List.of(entry), () -> {}))) {
            throw new Problem(
                    HttpStatus.CONFLICT, "there is no other server that could take the lead: see GET /tcn/v1/cluster");
        }
        Audit.log(entry);
        return ResponseEntity.accepted().body(new OperationAnswers.HandoverAnswer(from, epoch));
    }
}
