// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsBodies;
import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.identity.Delegations;
import io.tcn.api.runtime.Submissions;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.security.token.BearerToken;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/// Submission of jobs.
@RestController
@Needs(Operation.TRANSFER)
class SubmissionController {
    private final Submissions submissions;
    private final JobFactory factory;
    private final SubmissionParser parser;
    private final FtsBodies body;
    private final Delegations delegations;

    SubmissionController(
            Submissions submissions,
            JobFactory factory,
            FtsBodies body,
            Delegations delegations,
            TcnProperties properties) {
        this.delegations = delegations;
        this.submissions = submissions;
        this.factory = factory;
        this.parser = new SubmissionParser(properties.fts().maxFilesPerJob());
        this.body = body;
    }

    @PostMapping({"/jobs", "/jobs/"})
    Map<String, Object> post(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        return submit(request, caller, body::readJson);
    }

    @PutMapping({"/jobs", "/jobs/"})
    Map<String, Object> put(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        return submit(request, caller, body::read);
    }

    /// How the body is read.
    private interface Reader {
        JsonNode read(HttpServletRequest request) throws IOException;
    }

    private Map<String, Object> submit(HttpServletRequest request, Caller caller, Reader reader) throws IOException {
        if (caller.findUser().isEmpty()) {
            throw new FtsException(403, "A client certificate or a token is needed to submit");
        }
        JsonNode json = reader.read(request);
        delegations.check(caller);
        var token = (BearerToken) request.getAttribute(BearerToken.ATTRIBUTE);
        var job = factory.job(parser.parse(json), caller, token);
        return switch (submissions.submit(job)) {
            case Submissions.Result.Accepted _ -> Map.of("job_id", job.id());
            case Submissions.Result.DuplicateId _ ->
                throw new FtsException(
                        409, "The job id " + job.id() + " exists already: this sid was submitted before");
            case Submissions.Result.DuplicateDestination _ ->
                throw new FtsException(
                        409,
                        "Another transfer that is not over has one of the destinations: wait for it, or cancel it");
        };
    }
}
