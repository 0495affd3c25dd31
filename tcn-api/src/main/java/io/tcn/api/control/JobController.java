// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.Submissions;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.CancelScope;
import io.tcn.api.store.Canceled;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
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

    JobController(JobReader reader, Submissions submissions) {
        this.reader = reader;
        this.submissions = submissions;
    }

    @GetMapping
    List<Map<String, Object>> list(
            @RequestParam(required = false) @Nullable String user,
            @RequestParam(required = false) @Nullable String state,
            @RequestParam(defaultValue = "") String after,
            @RequestParam(defaultValue = "100") int limit,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobReader.Of visible = Access.visible(caller, user);
        Pages.check(limit);
        if (state != null && !STATES.contains(state.toUpperCase(Locale.ROOT))) {
            throw Problem.badRequest("there is no state " + state + " of a job: use one of " + STATES);
        }
        return reader.jobs(visible, state == null ? null : state.toUpperCase(Locale.ROOT), after, limit).stream()
                .map(JobController::view)
                .toList();
    }

    @GetMapping("/{id}")
    Map<String, Object> get(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        return view(touchable(id, caller));
    }

    private JobView touchable(String id, Caller caller) {
        Access.known(caller);
        JobView job = reader.find(id).orElseThrow(() -> Problem.notFound("there is no job " + id));
        Access.touching(job, caller);
        return job;
    }

    /// Cancels what is open of a job.
    @DeleteMapping("/{id}")
    Map<String, Object> cancel(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = touchable(id, caller);
        if (job.isTerminal()) {
            throw new Problem(HttpStatus.CONFLICT, "job " + id + " is over: " + job.state());
        }
        Canceled canceled =
                submissions.cancel(new CancelScope.OfJob(id), CANCEL_REASON).join();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("canceledTransfers", canceled.transfers());
        return json;
    }

    private static Map<String, Object> view(JobView job) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", job.id());
        json.put("user", job.userId());
        json.put("submittedBy", job.userDn());
        json.put("state", job.state());
        json.put("submitTime", job.submitTime());
        json.put("finishTime", job.finishTime());
        json.put("reason", job.reason());
        json.put("priority", job.priority());
        Map<String, Object> transfers = new LinkedHashMap<>();
        transfers.put("total", job.total());
        transfers.put("finished", job.finished());
        transfers.put("failed", job.failed());
        transfers.put("canceled", job.canceled());
        transfers.put("open", Math.max(0, job.total() - job.finished() - job.failed() - job.canceled()));
        json.put("transfers", transfers);
        return json;
    }

    @PostMapping("/{id}/resubmit")
    @ResponseStatus(HttpStatus.CREATED)
    Map<String, Object> resubmit(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = touchable(id, caller);
        if (!job.isTerminal()) {
            throw new Problem(HttpStatus.CONFLICT, "job " + id + " is not over yet: wait for its end, or cancel it");
        }
        return submissions
                .resubmit(job)
                .map(again -> Map.<String, Object>of("jobId", again, "of", id))
                .orElseThrow(() -> new Problem(
                        HttpStatus.CONFLICT,
                        "job " + id + " has finished, or is being removed: nothing is left to be done again"));
    }
}
