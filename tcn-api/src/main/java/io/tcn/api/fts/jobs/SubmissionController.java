// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsBodies;
import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.SubmissionChecks;
import io.tcn.api.policy.SubmissionRefusedException;
import io.tcn.api.runtime.Submissions;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.security.token.BearerToken;
import io.tcn.api.store.NewJob;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// Submission of jobs.
@RestController
@Needs(Operation.TRANSFER)
class SubmissionController {
    private final Submissions submissions;
    private final JobFactory factory;
    private final SubmissionParser parser;
    private final FtsBodies body;
    private final SubmissionChecks checks;

    SubmissionController(
            Submissions submissions,
            JobFactory factory,
            FtsBodies body,
            SubmissionChecks checks,
            TcnProperties properties) {
        this.checks = checks;
        this.submissions = submissions;
        this.factory = factory;
        this.parser = new SubmissionParser(properties.fts().maxFilesPerJob());
        this.body = body;
    }

    @PostMapping({"/jobs", "/jobs/"})
    Map<String, Object> post(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        body.needJson(request);
        return submit(request, caller);
    }

    @PutMapping({"/jobs", "/jobs/"})
    Map<String, Object> put(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        return submit(request, caller);
    }

    private Map<String, Object> submit(HttpServletRequest request, Caller caller) throws IOException {
        var token = (BearerToken) request.getAttribute(BearerToken.ATTRIBUTE);
        return body.stream(request, parser::parse, submission -> submit(submission, caller, token));
    }

    private Map<String, Object> submit(Submission submission, Caller caller, @Nullable BearerToken token) {
        NewJob job;
        try {
            checks.delegation(caller);
            JobFactory.Draft draft = factory.draft(submission, caller, token);
            job = draft.job();
            if (submission.sid() != null && submissions.exists(job.id())) {
                throw exists(job);
            }
            checks.makePipes(draft.pipes());
        } catch (SubmissionRefusedException refused) {
            throw new FtsException(refused.status(), String.valueOf(refused.getMessage()));
        }
        return switch (submissions.submit(job)) {
            case Submissions.Result.Accepted _ -> Map.of("job_id", job.id());
            case Submissions.Result.DuplicateId _ -> throw exists(job);
            case Submissions.Result.DuplicateDestination _ ->
                throw new FtsException(
                        409,
                        "Another transfer that is not over has one of the destinations: wait for it, or cancel it");
        };
    }

    private static FtsException exists(NewJob job) {
        return new FtsException(409, "The job id " + job.id() + " exists already: this sid was submitted before");
    }
}
