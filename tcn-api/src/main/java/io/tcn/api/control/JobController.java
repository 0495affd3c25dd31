// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.runtime.Submissions;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.CancelScope;
import io.tcn.api.store.Canceled;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.ResubmissionStore;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Jobs: looking at them, cancelling them, and what FTS has no route for: one that did not finish is submitted again.
@RestController
@RequestMapping("/tcn/v1/jobs")
@Needs(Operation.TRANSFER)
class JobController {
    private static final String CANCEL_REASON = "Job canceled by the user";
    private static final List<String> STATES =
            List.of("SUBMITTED", "ACTIVE", "FINISHED", "FINISHEDDIRTY", "FAILED", "CANCELED");

    private final JobReader reader;
    private final Submissions submissions;
    private final Cancels cancels;
    private final Includes includes;
    private final Repeats repeats;

    JobController(JobReader reader, Submissions submissions, Cancels cancels, Includes includes, Repeats repeats) {
        this.cancels = cancels;
        this.repeats = repeats;
        this.includes = includes;
        this.reader = reader;
        this.submissions = submissions;
    }

    @GetMapping
    @About("A page of the jobs that the caller may see, by id.")
    List<WorkAnswers.JobAnswer> list(
            @About("Those of this user.") @RequestParam(required = false) @Nullable String user,
            @About(
                            value = "Those in this state.",
                            oneOf = {"SUBMITTED", "ACTIVE", "FINISHED", "FINISHEDDIRTY", "FAILED", "CANCELED"})
                    @RequestParam(required = false)
                    @Nullable
                    String state,
            @About("The last id of the page before.") @RequestParam(defaultValue = "") String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "100") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobReader.Of visible = Access.visible(caller, user);
        Pages.check(limit);
        if (state != null && !STATES.contains(state.toUpperCase(Locale.ROOT))) {
            throw Problem.badRequest("there is no state " + state + " of a job: use one of " + STATES);
        }
        JobReader.JobPage page =
                reader.jobs(visible, state == null ? null : state.toUpperCase(Locale.ROOT), after, limit);
        if (page.next() != null) {
            Pages.nameNext(request, response, limit, page.next());
        }
        return page.rows().stream().map(job -> view(job, null)).toList();
    }

    @GetMapping("/{id}")
    @About("One job.")
    WorkAnswers.JobAnswer get(
            @About("Id of the job.") @PathVariable String id,
            @About("More in one answer, with commas: why, transfers.") @RequestParam(required = false) @Nullable
                    String include,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = touchable(id, caller);
        return view(job, includes.of(job, include, caller));
    }

    private JobView touchable(String id, Caller caller) {
        JobView job = reader.find(id).orElseThrow(() -> Problem.notFound("there is no job " + id));
        Access.touching(job, caller);
        return job;
    }

    /// Cancels what is open of a job.
    @Audited
    @DeleteMapping("/{id}")
    @About(value = "Cancels what is open of a job.", refuses = 409)
    WorkAnswers.JobCanceledAnswer cancel(
            @About("Id of the job.") @PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = touchable(id, caller);
        if (job.isTerminal()) {
            throw new Problem(HttpStatus.CONFLICT, "job " + id + " is over: " + job.state());
        }
        cancels.note("cancel-job", "job " + id + " of user " + job.userId(), job, caller);
        Canceled canceled = cancels.cancel(new CancelScope.OfJob(id), CANCEL_REASON);
        return new WorkAnswers.JobCanceledAnswer(id, canceled.transfers());
    }

    private static WorkAnswers.JobAnswer view(JobView job, Includes.@Nullable IncludedAnswer included) {
        return new WorkAnswers.JobAnswer(
                job.id(),
                job.userId(),
                job.userDn(),
                job.state(),
                job.submitTime(),
                job.finishTime(),
                job.reason(),
                job.priority(),
                new WorkAnswers.JobCountsAnswer(
                        job.total(),
                        job.finished(),
                        job.failed(),
                        job.canceled(),
                        Math.max(0, job.total() - job.finished() - job.failed() - job.canceled())),
                included);
    }

    @PostMapping("/{id}/resubmit")
    @ResponseStatus(HttpStatus.CREATED)
    @About(
            value = "Makes a new job of what a job that is over did not finish.",
            refuses = {409, 422})
    WorkAnswers.JobAgainAnswer resubmit(
            @About("Id of the job that is over.") @PathVariable String id,
            @About(Repeats.ABOUT) @RequestHeader(name = Repeats.KEY, required = false) @Nullable String idempotencyKey,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = touchable(id, caller);
        Repeats.Asked asked = Repeats.asked(idempotencyKey, caller, "POST /tcn/v1/jobs/" + id + "/resubmit", Map.of());
        return repeats.once(asked, WorkAnswers.JobAgainAnswer.class, () -> resubmit(job, asked));
    }

    private WorkAnswers.JobAgainAnswer resubmit(JobView job, Repeats.@Nullable Asked asked) {
        String id = job.id();
        if (!job.isTerminal()) {
            throw new Problem(HttpStatus.CONFLICT, "job " + id + " is not over yet: wait for its end, or cancel it");
        }
        WorkAnswers.JobAgainAnswer again =
                new WorkAnswers.JobAgainAnswer(UUID.randomUUID().toString(), id);
        try {
            return submissions
                    .resubmit(job, again.jobId(), Repeats.answer(asked, again))
                    .map(_ -> again)
                    .orElseThrow(() -> new Problem(
                            HttpStatus.CONFLICT,
                            "job " + id + " has finished, or is being removed: nothing is left to be done again"));
        } catch (ResubmissionStore.NeverFinishesException never) {
            throw new Problem(
                    HttpStatus.CONFLICT,
                    "job " + id + " waits for transfer " + never.predecessor() + " of another job, which failed or was"
                            + " cancelled: add its transfers anew, after what takes the place of that one");
        }
    }
}
