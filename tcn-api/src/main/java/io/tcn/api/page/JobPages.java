// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.api.page.Section.Fact;
import io.tcn.api.page.Section.Field;
import io.tcn.api.page.Section.Form;
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
import io.tcn.api.text.EnumWord;
import io.tcn.api.why.Cause;
import io.tcn.api.why.CauseCode;
import io.tcn.api.why.JobCauses;
import io.tcn.api.why.TransferCauses;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Jobs and transfers: looked for, and one by one with why they are as they are. Whatever is asked of the store is
/// bounded: by an id, by pipes and states, or by the time in which jobs came or were over.
@Lazy
@Needs(Operation.TRANSFER)
@RestController
class JobPages {
    private static final int MOST_JOBS = 500;
    private static final int MOST_TRANSFERS = 200;
    private static final int MOST_PIPES = 200;
    /// Transfers that are looked at for a text.
    private static final int MOST_LOOKED_AT = 2000;

    private static final Duration LONGEST = Duration.ofDays(7);
    private static final int MOST_LINES = 500;

    private final JobReader reader;
    private final WaitReader waits;
    private final GroupStore groups;
    private final TransferCauses transferCauses;
    private final JobCauses jobCauses;
    private final ControlPlane controlPlane;
    private final TransferLogs logs;
    private final Lines lines;
    private final Answers answers;
    private final TimeSource time;

    JobPages(
            JobReader reader,
            WaitReader waits,
            GroupStore groups,
            TransferCauses transferCauses,
            JobCauses jobCauses,
            ControlPlane controlPlane,
            TransferLogs logs,
            Lines lines,
            Answers answers,
            TimeSource time) {
        this.reader = reader;
        this.waits = waits;
        this.groups = groups;
        this.transferCauses = transferCauses;
        this.jobCauses = jobCauses;
        this.controlPlane = controlPlane;
        this.logs = logs;
        this.lines = lines;
        this.answers = answers;
        this.time = time;
    }

    private static final Map<String, String> JOB_TIMES = new LinkedHashMap<>();
    private static final Map<String, String> STATES = new LinkedHashMap<>();
    private static final Map<String, String> TIMES = new LinkedHashMap<>();
    private static final Map<String, Duration> LENGTHS =
            Map.of("hour", Duration.ofHours(1), "day", Duration.ofDays(1), "week", LONGEST);

    static {
        JOB_TIMES.put("open", "not over");
        JOB_TIMES.put("day", "over in the last day");
        JOB_TIMES.put("week", "over in the last week");
        TIMES.put("hour", "the last hour");
        TIMES.put("day", "the last day");
        TIMES.put("week", "the last week");
        for (TransferState state : List.of(
                TransferState.ACTIVE,
                TransferState.QUEUED,
                TransferState.WAITING,
                TransferState.CLAIMED,
                TransferState.FAILED,
                TransferState.FINISHED,
                TransferState.CANCELED)) {
            STATES.put(state.name(), EnumWord.of(state));
        }
    }

    // --- jobs

    @GetMapping(Urls.ROOT + "/jobs")
    ResponseEntity<byte[]> jobs(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        if (asked.has("job")) {
            return away(Urls.job(asked.get("job")));
        }
        String user = asked.get("user");
        String when = JOB_TIMES.containsKey(asked.get("when")) ? asked.get("when") : "open";
        JobReader.Of of = Visible.of(caller, user);
        Instant since = time.now().minus(when.equals("day") ? Duration.ofDays(1) : LONGEST);
        List<JobView> jobs = new ArrayList<>();
        reader.list(
                new JobReader.Filter(
                        of.user(),
                        of.userDn(),
                        of.credentialId(),
                        null,
                        null,
                        null,
                        when.equals("open"),
                        when.equals("open") ? null : since,
                        MOST_JOBS),
                () -> {},
                jobs::add);
        View view = new View("Jobs", "Jobs", asked);
        view.add(Section.form(
                "search",
                "",
                new Form(
                        Urls.ROOT + "/jobs",
                        "get",
                        Map.of(),
                        List.of(
                                new Field("job", "Job id", "", Map.of()),
                                new Field("user", "User", user, Map.of()),
                                new Field("when", "Which", when, JOB_TIMES)),
                        "Search",
                        "")));
        view.add(jobs(jobs)
                .noted(
                        jobs.size() == MOST_JOBS
                                ? "The newest " + MOST_JOBS + " only; all of them: GET /tcn/v1/jobs."
                                : ""));
        return answers.of(view, caller);
    }

    private static ResponseEntity<byte[]> away(String to) {
        return ResponseEntity.status(303).header(HttpHeaders.LOCATION, to).build();
    }

    static Table<JobView> jobs(List<JobView> jobs) {
        return Table.of(
                "jobs",
                "Jobs",
                jobs,
                List.of(
                        Column.<JobView>of("id", "Job", Unit.TEXT, JobView::id).to(job -> Urls.job(job.id())),
                        Column.<JobView>of("user", "User", Unit.TEXT, JobView::userId)
                                .to(job -> Urls.user(job.userId())),
                        Column.<JobView>of("state", "State", Unit.TEXT, JobView::state)
                                .toned(job -> tone(job.state())),
                        Column.of("total", "Transfers", Unit.COUNT, JobView::total),
                        Column.of("finished", "Finished", Unit.COUNT, JobView::finished),
                        Column.<JobView>of("failed", "Failed", Unit.COUNT, JobView::failed)
                                .toned(job -> job.failed() > 0 ? "bad" : ""),
                        Column.of("priority", "Priority", Unit.COUNT, JobView::priority),
                        Column.of("submitted", "Submitted (UTC)", Unit.MOMENT, JobView::submitTime),
                        Column.of("over", "Over (UTC)", Unit.MOMENT, JobView::finishTime),
                        Column.of("by", "By", Unit.TEXT, JobView::userDn),
                        Column.of("metadata", "Metadata", Unit.TEXT, job -> cut(job.metadata()))));
    }

    private static String tone(String state) {
        return switch (state) {
            case "FINISHED" -> "good";
            case "FAILED" -> "bad";
            case "FINISHEDDIRTY", "CANCELED" -> "warn";
            default -> "";
        };
    }

    private static @Nullable String cut(@Nullable String text) {
        return text == null || text.length() <= 300 ? text : text.substring(0, 300) + "\u2026";
    }

    @GetMapping(Urls.ROOT + "/job")
    ResponseEntity<byte[]> job(
            @RequestParam String id, HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = find(id);
        Visible.check(job, caller);
        Asked asked = Asked.of(request);
        View view = new View("Job " + job.id(), "Jobs", asked).live();
        List<Fact> facts = new ArrayList<>(List.of(
                Fact.of("State", job.state()).toned(tone(job.state())),
                Fact.of("User", job.userId()).to(Urls.user(job.userId())),
                Fact.of("Transfers", Unit.COUNT, job.total()),
                Fact.of("Finished", Unit.COUNT, job.finished()),
                Fact.of("Failed", Unit.COUNT, job.failed()).toned(job.failed() > 0 ? "bad" : ""),
                Fact.of("Cancelled", Unit.COUNT, job.canceled()),
                Fact.of("Submitted (UTC)", Unit.MOMENT, job.submitTime()),
                Fact.of("Over (UTC)", Unit.MOMENT, job.finishTime()),
                Fact.of("By", job.userDn())));
        groups.ofJob(job.id()).ifPresent(group -> facts.add(fact(group)));
        view.add(Section.facts("job", "", facts));
        view.add(Section.facts("why", "Why", facts(jobCauses.of(job))));
        if (job.metadata() != null) {
            view.add(Section.text("metadata", "Metadata", List.of(job.metadata())));
        }
        long after = asked.has("after") ? number(asked.get("after")) : 0;
        List<TransferView> page = reader.transfers(
                        new JobReader.TransferFilter(new JobReader.Of(null, null, null), null, job.id(), null),
                        after,
                        MOST_TRANSFERS)
                .rows();
        boolean isFull = page.size() == MOST_TRANSFERS;
        Map<Long, List<Long>> edges =
                waits.allPredecessors(page.stream().map(TransferView::id).toList());
        if (!edges.isEmpty()) {
            view.add(Section.picture("graph", "What waits for what", DependencyPicture.of(page, edges)));
        }
        view.add(transfers("Transfers", page)
                .without("job")
                .before(
                        isFull
                                ? asked.with(Map.of(
                                        "after", Long.toString(page.getLast().id()), "transfers.page", ""))
                                : null));
        return answers.of(view, caller);
    }

    private static Fact fact(GroupStore.Group group) {
        return Fact.of("Group", group.name()).to(Urls.group(group.id().value()));
    }

    private JobView find(String id) {
        return reader.find(id).orElseThrow(() -> Problem.notFound("there is no such job (any more)"));
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException none) {
            throw Problem.badRequest("a transfer has a number");
        }
    }

    // --- transfers

    @GetMapping(Urls.ROOT + "/transfers")
    ResponseEntity<byte[]> transfers(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        if (asked.has("transfer")) {
            return away(Urls.transfer(asked.get("transfer")));
        }
        String user = asked.get("user");
        String state = STATES.containsKey(asked.get("state")) ? asked.get("state") : TransferState.ACTIVE.name();
        JobReader.Of of = Visible.of(caller, user);
        List<String> pipes = pipes(asked, of, caller);
        boolean isOver = TransferState.valueOf(state).isTerminal();
        String since = TIMES.containsKey(asked.get("since")) ? asked.get("since") : "week";
        String text = asked.get("text").toLowerCase(Locale.ROOT);
        int most = text.isEmpty() ? MOST_TRANSFERS : MOST_LOOKED_AT;
        List<TransferView> looked = reader
                .files(new JobReader.FileFilter(
                        new JobReader.Of(null, of.userDn(), of.credentialId()),
                        List.of(TransferState.valueOf(state)),
                        pipes,
                        null,
                        isOver ? time.now().minus(LENGTHS.getOrDefault(since, LONGEST)) : null,
                        most))
                .stream()
                .map(JobReader.FileOfJob::file)
                .toList();
        List<TransferView> found = looked.stream()
                .filter(one -> text.isEmpty() || has(one.reason(), text) || has(one.metadata(), text))
                .sorted(Comparator.comparingLong(TransferView::id))
                .limit(MOST_TRANSFERS)
                .toList();
        View view = new View("Transfers", "Transfers", asked);
        view.add(Section.form(
                "search",
                "",
                new Form(
                        Urls.ROOT + "/transfers",
                        "get",
                        Map.of(),
                        List.of(
                                new Field("transfer", "Number", "", Map.of()),
                                new Field("user", "User", user, Map.of()),
                                new Field("endpoint", "Storage, as scheme://host", asked.get("endpoint"), Map.of()),
                                new Field("pipe", "Pipe", asked.get("pipe"), Map.of()),
                                new Field("state", "State", state, STATES),
                                new Field("since", "Over in", since, TIMES),
                                new Field("text", "Error or metadata has", asked.get("text"), Map.of())),
                        "Search",
                        "\"Over in\" is for what is over.")));
        String cut = !text.isEmpty() && looked.size() == most
                ? "Looked at " + MOST_LOOKED_AT
                        + " transfers only: no index knows errors and metadata, a search over more"
                        + " would walk through all transfers. Name a pipe, a storage, a user or a shorter time. "
                : "";
        view.add(transfers("Transfers", found).noted(cut + note(found.size(), pipes.size())));
        return answers.of(view, caller);
    }

    private static boolean has(@Nullable String given, String text) {
        return given != null && given.toLowerCase(Locale.ROOT).contains(text);
    }

    private static String note(int found, int pipes) {
        String most = found == MOST_TRANSFERS ? "Some " + MOST_TRANSFERS + " of them; narrow the search. " : "";
        return pipes == MOST_PIPES
                ? most + "Looked at the " + MOST_PIPES + " pipes with most work only: a search over more would walk"
                        + " through all transfers. Name a pipe, a storage or a user."
                : most;
    }

    /// The pipes that are searched, those with most work first.
    private List<String> pipes(Asked asked, JobReader.Of of, Caller caller) {
        String endpoint = asked.get("endpoint");
        String pipe = asked.get("pipe");
        return lines.pipes(caller, one -> isAsked(one, of, endpoint, pipe)).stream()
                .sorted(Comparator.comparingLong(
                        (Lines.PipeLine line) -> -(line.activity().activeTransfers() * 1000L
                                + line.activity().queuedTransfers()
                                + line.activity().failedTransfers())))
                .limit(MOST_PIPES)
                .map(line -> line.pipe().id().value())
                .toList();
    }

    private static boolean isAsked(Pipe pipe, JobReader.Of of, String endpoint, String id) {
        return (of.user() == null || pipe.user().value().equals(of.user()))
                && (endpoint.isEmpty() || PipePages.isAt(pipe, endpoint))
                && (id.isEmpty() || pipe.id().value().equals(id));
    }

    private Table<TransferView> transfers(String title, List<TransferView> page) {
        Map<Long, Cause> causes = transferCauses.of(
                page.stream().filter(transfer -> !transfer.state().isTerminal()).toList());
        return Table.of(
                "transfers",
                title,
                page,
                List.of(
                        Column.<TransferView>of("id", "Number", Unit.COUNT, TransferView::id)
                                .to(one -> Urls.transfer(one.id())),
                        Column.<TransferView>of("state", "State", Unit.TEXT, TransferView::state)
                                .toned(one -> tone(one.state().name())),
                        Column.of("why", "Why", Unit.TEXT, one -> {
                            Cause cause = causes.get(one.id());
                            return cause == null ? cut(one.reason()) : cause.text();
                        }),
                        Column.of("size", "Size", Unit.BYTES, one -> one.sizeBytes() < 0 ? null : one.sizeBytes()),
                        Column.<TransferView>of("pipe", "Pipe", Unit.TEXT, TransferView::pipeId)
                                .to(one -> Urls.pipe(one.pipeId())),
                        Column.of("attempts", "Attempts", Unit.COUNT, TransferView::attempts),
                        Column.of(
                                "source",
                                "Source",
                                Unit.TEXT,
                                one -> one.source().shown()),
                        Column.of(
                                "destination",
                                "Destination",
                                Unit.TEXT,
                                one -> one.destination().shown()),
                        Column.<TransferView>of("job", "Job", Unit.TEXT, TransferView::jobId)
                                .to(one -> Urls.job(one.jobId())),
                        Column.of("start", "Started (UTC)", Unit.MOMENT, TransferView::startTime),
                        Column.of("over", "Over (UTC)", Unit.MOMENT, TransferView::finishTime)));
    }

    /// A line of a transfer's log.
    private record LogLine(String text) {}

    @GetMapping(Urls.ROOT + "/transfer")
    ResponseEntity<byte[]> transfer(
            @RequestParam String id, HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        TransferView transfer = reader.findTransfer(number(id))
                .orElseThrow(() -> Problem.notFound("there is no such transfer (any more)"));
        Visible.check(find(transfer.jobId()), caller);
        View view = new View("Transfer " + transfer.id(), "Transfers", Asked.of(request)).live();
        Optional<AttemptProgress> progress = transfer.state() == TransferState.ACTIVE
                ? controlPlane.progressOf(new AttemptId(TransferId.of(transfer.id()), transfer.attempts()))
                : Optional.empty();
        List<Fact> facts = new ArrayList<>(List.of(
                Fact.of("State", transfer.state()).toned(tone(transfer.state().name())),
                Fact.of("Job", transfer.jobId()).to(Urls.job(transfer.jobId())),
                Fact.of("Pipe", transfer.pipeId()).to(Urls.pipe(transfer.pipeId())),
                Fact.of("Size", Unit.BYTES, transfer.sizeBytes() < 0 ? null : transfer.sizeBytes()),
                Fact.of("Priority", Unit.COUNT, transfer.priority()),
                Fact.of("Attempts", Unit.COUNT, transfer.attempts()),
                Fact.of("Started (UTC)", Unit.MOMENT, transfer.startTime()),
                Fact.of("Over (UTC)", Unit.MOMENT, transfer.finishTime())));
        groups.ofJob(transfer.jobId()).ifPresent(group -> facts.add(fact(group)));
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
        List<Fact> why = new ArrayList<>(facts(transferCauses.of(transfer)));
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

    /// A cause and what stands behind it.
    private static List<Fact> facts(Cause cause) {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.of(words(cause.code()), cause.text()));
        cause.next().stream().limit(10).forEach(behind -> {
            String of = behind.of();
            String link = of.startsWith("transfer ")
                    ? Urls.transfer(of.substring("transfer ".length()))
                    : of.startsWith("pipe ") ? Urls.pipe(of.substring("pipe ".length())) : null;
            facts.add(Fact.of(
                            of + ": " + words(behind.cause().code()),
                            behind.cause().text())
                    .to(link));
        });
        return facts;
    }

    private static String words(CauseCode code) {
        return EnumWord.of(code).replace('_', ' ');
    }
}
