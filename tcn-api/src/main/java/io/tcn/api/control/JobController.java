// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.Submissions;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// What FTS has no route for: a job that did not finish is submitted again.
@RestController
@RequestMapping("/tcn/v1/jobs")
@Needs(Operation.TRANSFER)
class JobController {
    private final JobReader reader;
    private final Submissions submissions;

    JobController(JobReader reader, Submissions submissions) {
        this.reader = reader;
        this.submissions = submissions;
    }

    @PostMapping("/{id}/resubmit")
    @ResponseStatus(HttpStatus.CREATED)
    Map<String, Object> resubmit(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = reader.find(id).orElseThrow(() -> Problem.notFound("there is no job " + id));
        Access.touching(job, caller);
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
