// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.api.page.Section.Fact;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.TransferLogs;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.GroupStore;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.TransferView;
import io.tcn.api.store.WaitReader;
import io.tcn.api.why.TransferCauses;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// A transfer, and why it is as it is.
@Lazy
@Needs(Operation.TRANSFER)
@RestController
class TransferPage {
    private static final int MOST_LINES = 500;

    private final JobReader reader;
    private final WaitReader waits;
    private final GroupStore groups;
    private final TransferCauses causes;
    private final ControlPlane controlPlane;
    private final TransferLogs logs;
    private final Answers answers;

    TransferPage(
            JobReader reader,
            WaitReader waits,
            GroupStore groups,
            TransferCauses causes,
            ControlPlane controlPlane,
            TransferLogs logs,
            Answers answers) {
        this.reader = reader;
        this.waits = waits;
        this.groups = groups;
        this.causes = causes;
        this.controlPlane = controlPlane;
        this.logs = logs;
        this.answers = answers;
    }

    /// A line of a transfer's log.
    private record LogLine(String text) {}

    private JobView find(String id) {
        return reader.find(id).orElseThrow(() -> Problem.notFound("there is no such job (any more)"));
    }

    @GetMapping(Urls.ROOT + "/transfer")
    ResponseEntity<byte[]> transfer(
            @RequestParam String id, HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        TransferView transfer = reader.findTransfer(WorkParts.number(id))
                .orElseThrow(() -> Problem.notFound("there is no such transfer (any more)"));
        Visible.check(find(transfer.jobId()), caller);
        View view = new View("Transfer " + transfer.id(), "Transfers", Asked.of(request)).live();
        Optional<AttemptProgress> progress = transfer.state() == TransferState.ACTIVE
                ? controlPlane.progressOf(new AttemptId(TransferId.of(transfer.id()), transfer.attempts()))
                : Optional.empty();
        List<Fact> facts = new ArrayList<>(List.of(
                Fact.of("State", transfer.state())
                        .toned(WorkParts.tone(transfer.state().name())),
                Fact.of("Job", transfer.jobId()).to(Urls.job(transfer.jobId())),
                Fact.of("Pipe", transfer.pipeId()).to(Urls.pipe(transfer.pipeId())),
                Fact.of("Size", Unit.BYTES, transfer.sizeBytes() < 0 ? null : transfer.sizeBytes()),
                Fact.of("Priority", Unit.COUNT, transfer.priority()),
                Fact.of("Attempts", Unit.COUNT, transfer.attempts()),
                Fact.of("Started (UTC)", Unit.MOMENT, transfer.startTime()),
                Fact.of("Over (UTC)", Unit.MOMENT, transfer.finishTime())));
        groups.ofJob(transfer.jobId()).ifPresent(group -> facts.add(WorkParts.factOf(group)));
        progress.ifPresent(now -> {
            facts.add(Fact.of("Moved", Unit.BYTES, now.movedBytes()));
            facts.add(Fact.of("Rate", Unit.BPS, now.meanBps()));
        });
        view.add(Section.facts("transfer", "", facts));
        view.add(Section.text(
                "ends",
                "From and to",
                List.of(
                        "from " + transfer.source().shown(),
                        "to " + transfer.destination().shown())));
        List<Fact> why = new ArrayList<>(WorkParts.factsOf(causes.of(transfer)));
        if (transfer.reason() != null) {
            why.add(Fact.of(transfer.state().isTerminal() ? "Reason" : "Last error", transfer.reason()));
        }
        view.add(Section.facts("why", "Why", why));
        List<Long> before = waits.allPredecessors(List.of(transfer.id())).getOrDefault(transfer.id(), List.of());
        if (!before.isEmpty()) {
            view.add(Table.of(
                    "before",
                    "Must finish first",
                    before,
                    List.of(Column.<Long>of("id", "Transfer", Unit.COUNT, number -> number)
                            .to(Urls::transfer))));
        }
        if (transfer.metadata() != null) {
            view.add(Section.text("metadata", "Metadata", List.of(transfer.metadata())));
        }
        view.add(Table.of(
                "attempts",
                "Attempts that were tried again",
                reader.retriesOf(transfer.jobId(), transfer.id()),
                List.of(
                        Column.of("attempt", "Attempt", Unit.COUNT, JobReader.RetryView::attempt),
                        Column.of("at", "At (UTC)", Unit.MOMENT, JobReader.RetryView::at),
                        Column.of("reason", "Reason", Unit.TEXT, JobReader.RetryView::reason))));
        List<String> log = logs.of(transfer.id());
        view.add(Table.of(
                "log",
                "Its log",
                log.subList(Math.max(0, log.size() - MOST_LINES), log.size()).stream()
                        .map(LogLine::new)
                        .toList(),
                List.of(Column.of("line", "Line", Unit.TEXT, LogLine::text))));
        return answers.of(view, caller);
    }
}
