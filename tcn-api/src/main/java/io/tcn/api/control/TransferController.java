// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.policy.Waits;
import io.tcn.api.runtime.Submissions;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.security.Submitter;
import io.tcn.api.security.token.BearerToken;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.NewJob;
import io.tcn.api.store.TransferView;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Transfers: add-transfer and looking at them.
@Needs(Operation.TRANSFER)
@RestController
@RequestMapping("/tcn/v1/transfers")
class TransferController {
    private static final int MAX_PAGE = 1000;

    private final RequestBodies bodies;
    private final AddTransfers adding;
    private final Submissions submissions;
    private final JobReader reader;
    private final Waits waits;

    TransferController(
            RequestBodies bodies, AddTransfers adding, Submissions submissions, JobReader reader, Waits waits) {
        this.waits = waits;
        this.bodies = bodies;
        this.adding = adding;
        this.submissions = submissions;
        this.reader = reader;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Map<String, Object> add(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Access.known(caller);
        var token = (BearerToken) request.getAttribute(BearerToken.ATTRIBUTE);
        return bodies.read(request, Requests.AddTransfers.class, body -> add(body, caller, token));
    }

    private Map<String, Object> add(Requests.AddTransfers body, Caller caller, @Nullable BearerToken token) {
        NewJob job = adding.toJob(body, caller, token);
        return switch (submissions.submit(job)) {
            case Submissions.Result.Accepted accepted -> view(body, job, accepted.transfers());
            case Submissions.Result.DuplicateDestination _ ->
                throw new Problem(
                        HttpStatus.CONFLICT,
                        "another transfer that is not over has one of the destinations: wait for it, or cancel it");
            case Submissions.Result.DuplicateId _ ->
                throw new Problem(HttpStatus.CONFLICT, "the job id " + job.id() + " exists already, try again");
        };
    }

    private static Map<String, Object> view(Requests.AddTransfers body, NewJob job, List<TransferId> ids) {
        List<Requests.AddTransfer> given = body.transfers() == null ? List.of() : body.transfers();
        List<Map<String, Object>> transfers = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            Map<String, Object> transfer = new LinkedHashMap<>();
            transfer.put("id", ids.get(i).value());
            transfer.put("name", given.get(i).name());
            transfer.put("pipe", job.transfers().get(i).pipe().value());
            transfers.add(transfer);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("jobId", job.id());
        json.put("transfers", transfers);
        return json;
    }

    @GetMapping
    List<Map<String, Object>> list(
            @RequestParam(required = false) @Nullable String pipe,
            @RequestParam(required = false) @Nullable String state,
            @RequestParam(defaultValue = "0") long after,
            @RequestParam(defaultValue = "100") int limit,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        UserId user = Access.known(caller);
        if (limit < 1 || limit > MAX_PAGE) {
            throw Problem.badRequest("\"limit\" must be 1 to " + MAX_PAGE);
        }
        List<TransferView> page =
                reader.transfers(of(user, caller), pipe, state == null ? null : state(state), after, limit);
        Map<Long, String> reasons = waits.of(page);
        return page.stream().map(transfer -> view(transfer, reasons)).toList();
    }

    private static String state(String text) {
        try {
            return TransferState.valueOf(text.toUpperCase(Locale.ROOT)).name();
        } catch (IllegalArgumentException unknown) {
            throw Problem.badRequest("there is no state " + text + ": use one of " + List.of(TransferState.values()));
        }
    }

    @GetMapping("/{id}")
    Map<String, Object> get(@PathVariable long id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        TransferView transfer =
                reader.findTransfer(id).orElseThrow(() -> Problem.notFound("there is no transfer " + id));
        JobView job = reader.find(transfer.jobId())
                .orElseThrow(() -> Problem.notFound("there is no job " + transfer.jobId()));
        Access.touching(job, caller);
        return view(transfer, waits.of(List.of(transfer)));
    }

    private static JobReader.Of of(UserId user, Caller caller) {
        return switch (caller.level(Operation.TRANSFER)) {
            case ALL -> new JobReader.Of(null, null, null);
            case VO -> new JobReader.Of(user.value(), null, null);
            case OWN, NONE -> new JobReader.Of(user.value(), caller.dn(), Submitter.credentialOf(caller));
        };
    }

    private static Map<String, Object> view(TransferView transfer, Map<Long, String> waits) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", transfer.id());
        json.put("jobId", transfer.jobId());
        json.put("pipe", transfer.pipeId());
        json.put("source", transfer.source());
        json.put("destination", transfer.destination());
        json.put("state", transfer.state().name());
        json.put("priority", transfer.priority());
        json.put("sizeBytes", transfer.sizeBytes() < 0 ? null : transfer.sizeBytes());
        json.put("checksum", transfer.verified());
        json.put("attempts", transfer.attempts());
        json.put("retries", transfer.retries());
        json.put("startTime", transfer.startTime());
        json.put("finishTime", transfer.finishTime());
        boolean failed = transfer.state() == TransferState.FAILED || transfer.state() == TransferState.CANCELED;
        json.put("reason", failed ? transfer.reason() : null);
        json.put("lastError", failed || transfer.state() == TransferState.FINISHED ? null : transfer.reason());
        json.put("waits", waits.get(transfer.id()));
        return json;
    }
}
