// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Section.Fact;
import io.tcn.api.page.Section.Field;
import io.tcn.api.page.Section.Form;
import io.tcn.api.problem.Problem;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.GroupStore;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.TransferView;
import io.tcn.api.store.WaitReader;
import io.tcn.api.why.JobCauses;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Jobs: looked for, and one by one with why they are as they are. Whatever is asked of the store is bounded: by an id,
/// or by the time in which jobs came or were over.
@Lazy
@Needs(Operation.TRANSFER)
@RestController
class JobPages {
    private static final int MOST_JOBS = 500;
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Map<String, String> JOB_TIMES = new LinkedHashMap<>();

    static {
        JOB_TIMES.put("open", "not over");
        JOB_TIMES.put("day", "over in the last day");
        JOB_TIMES.put("week", "over in the last week");
    }

    private final JobReader reader;
    private final WaitReader waits;
    private final GroupStore groups;
    private final JobCauses jobCauses;
    private final TransferTable transfers;
    private final Answers answers;
    private final TimeSource time;

    JobPages(
            JobReader reader,
            WaitReader waits,
            GroupStore groups,
            JobCauses jobCauses,
            TransferTable transfers,
            Answers answers,
            TimeSource time) {
        this.reader = reader;
        this.waits = waits;
        this.groups = groups;
        this.jobCauses = jobCauses;
        this.transfers = transfers;
        this.answers = answers;
        this.time = time;
    }

    @GetMapping(Urls.ROOT + "/jobs")
    ResponseEntity<byte[]> jobs(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        if (asked.has("job")) {
            return WorkParts.away(Urls.job(asked.get("job")));
        }
        String user = asked.get("user");
        String when = asked.among(JOB_TIMES.keySet(), "when", "open");
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
                                .toned(job -> WorkParts.tone(job.state())),
                        Column.of("total", "Transfers", Unit.COUNT, JobView::total),
                        Column.of("finished", "Finished", Unit.COUNT, JobView::finished),
                        Column.<JobView>of("failed", "Failed", Unit.COUNT, JobView::failed)
                                .toned(job -> job.failed() > 0 ? "bad" : ""),
                        Column.of("priority", "Priority", Unit.COUNT, JobView::priority),
                        Column.of("submitted", "Submitted (UTC)", Unit.MOMENT, JobView::submitTime),
                        Column.of("over", "Over (UTC)", Unit.MOMENT, JobView::finishTime),
                        Column.of("by", "By", Unit.TEXT, JobView::userDn),
                        Column.of("metadata", "Metadata", Unit.TEXT, job -> WorkParts.cut(job.metadata()))));
    }

    @GetMapping(Urls.ROOT + "/job")
    ResponseEntity<byte[]> job(
            @RequestParam String id, HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = find(id);
        Visible.check(job, caller);
        Asked asked = Asked.of(request);
        View view = new View("Job " + job.id(), "Jobs", asked).live();
        List<Fact> facts = new ArrayList<>(List.of(
                Fact.of("State", job.state()).toned(WorkParts.tone(job.state())),
                Fact.of("User", job.userId()).to(Urls.user(job.userId())),
                Fact.of("Transfers", Unit.COUNT, job.total()),
                Fact.of("Finished", Unit.COUNT, job.finished()),
                Fact.of("Failed", Unit.COUNT, job.failed()).toned(job.failed() > 0 ? "bad" : ""),
                Fact.of("Cancelled", Unit.COUNT, job.canceled()),
                Fact.of("Submitted (UTC)", Unit.MOMENT, job.submitTime()),
                Fact.of("Over (UTC)", Unit.MOMENT, job.finishTime()),
                Fact.of("By", job.userDn())));
        groups.ofJob(job.id()).ifPresent(group -> facts.add(WorkParts.factOf(group)));
        view.add(Section.facts("job", "", facts));
        view.add(Section.facts("why", "Why", WorkParts.factsOf(jobCauses.of(job))));
        if (job.metadata() != null) {
            view.add(Section.text("metadata", "Metadata", List.of(job.metadata())));
        }
        long after = asked.has("after") ? WorkParts.number(asked.get("after")) : 0;
        List<TransferView> page = reader.transfers(
                        new JobReader.TransferFilter(new JobReader.Of(null, null, null), null, job.id(), null),
                        after,
                        TransferTable.MOST)
                .rows();
        boolean isFull = page.size() == TransferTable.MOST;
        Map<Long, List<Long>> edges =
                waits.allPredecessors(page.stream().map(TransferView::id).toList());
        if (!edges.isEmpty()) {
            view.add(Section.picture("graph", "What waits for what", DependencyPicture.of(page, edges)));
        }
        view.add(transfers
                .of(page)
                .without("job")
                .before(
                        isFull
                                ? asked.with(Map.of(
                                        "after", Long.toString(page.getLast().id()), "transfers.page", ""))
                                : null));
        return answers.of(view, caller);
    }

    private JobView find(String id) {
        return reader.find(id).orElseThrow(() -> Problem.notFound("there is no such job (any more)"));
    }
}
