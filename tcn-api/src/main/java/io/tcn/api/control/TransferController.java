// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.runtime.Submissions;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.security.token.BearerToken;
import io.tcn.api.store.CancelScope;
import io.tcn.api.store.Canceled;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.NewJob;
import io.tcn.api.store.TransferView;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

/// Transfers: add-transfer and looking at them.
@Needs(Operation.TRANSFER)
@RestController
@RequestMapping("/tcn/v1/transfers")
class TransferController {
    private static final String CANCEL_REASON = "Transfer canceled by the user";

    private final RequestBodies bodies;
    private final AddTransfers adding;
    private final Submissions submissions;
    private final Cancels cancels;
    private final Repeats repeats;
    private final JobReader reader;
    private final TransferViews views;
    private final Includes includes;

    TransferController(
            RequestBodies bodies,
            AddTransfers adding,
            Submissions submissions,
            Cancels cancels,
            Repeats repeats,
            JobReader reader,
            TransferViews views,
            Includes includes) {
        this.views = views;
        this.includes = includes;
        this.bodies = bodies;
        this.adding = adding;
        this.submissions = submissions;
        this.cancels = cancels;
        this.repeats = repeats;
        this.reader = reader;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @About(
            value = "add-transfer: adds transfers, all of them or none; the answer means that they are durable.",
            takes = Requests.AddTransfers.class,
            refuses = {409, 422})
    WorkAnswers.TransfersAddedAnswer add(
            HttpServletRequest request,
            @About("Of the caller's choice, 1 to 255 characters: the same request sent again with it is answered as"
                            + " the first was, and nothing is added twice.")
                    @RequestHeader(name = "Idempotency-Key", required = false)
                    @Nullable
                    String idempotencyKey,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        var token = (BearerToken) request.getAttribute(BearerToken.ATTRIBUTE);
        String jobId = jobId(idempotencyKey, caller);
        return bodies.read(
                request, Requests.AddTransfers.class, body -> add(jobId, body, caller, token, idempotencyKey != null));
    }

    private static String jobId(@Nullable String key, Caller caller) {
        return key == null ? UUID.randomUUID().toString() : Repeats.id(key, caller);
    }

    private WorkAnswers.TransfersAddedAnswer add(
            String jobId, Requests.AddTransfers body, Caller caller, @Nullable BearerToken token, boolean mayBeKnown) {
        if (mayBeKnown) {
            repeats.mustBeOfTransfers(jobId);
            if (submissions.exists(jobId)) {
                return known(jobId, body);
            }
        }
        NewJob job = adding.toJob(jobId, body, caller, token);
        return switch (submissions.submit(job)) {
            case Submissions.Result.Accepted accepted ->
                view(
                        body,
                        jobId,
                        accepted.transfers(),
                        job.transfers().stream()
                                .map(transfer -> transfer.pipe().value())
                                .toList());
            case Submissions.Result.DuplicateDestination _ ->
                throw new Problem(
                        HttpStatus.CONFLICT,
                        "another transfer that is not over has one of the destinations: wait for it, or cancel it");
            case Submissions.Result.DuplicateId _ -> {
                if (mayBeKnown) {
                    yield known(jobId, body);
                }
                throw new Problem(HttpStatus.CONFLICT, "the job id " + job.id() + " exists already, try again");
            }
        };
    }

    /// The answer that the first request with the same key had.
    private WorkAnswers.TransfersAddedAnswer known(String jobId, Requests.AddTransfers body) {
        List<TransferView> transfers = new ArrayList<>();
        reader.transfersOf(List.of(jobId), transfers::add);
        String metadata = reader.find(jobId).map(JobView::metadata).orElse(null);
        if (!adding.isSame(body, metadata, transfers)) {
            throw new Problem(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    "this \"Idempotency-Key\" was used for other transfers, which are job " + jobId
                            + ": use a new key for a new request");
        }
        return view(
                body,
                jobId,
                transfers.stream().map(transfer -> TransferId.of(transfer.id())).toList(),
                transfers.stream().map(TransferView::pipeId).toList());
    }

    private static WorkAnswers.TransfersAddedAnswer view(
            Requests.AddTransfers body, String jobId, List<TransferId> ids, List<String> pipes) {
        List<Requests.AddTransfer> given = body.transfers() == null ? List.of() : body.transfers();
        List<WorkAnswers.AddedAnswer> transfers = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            transfers.add(
                    new WorkAnswers.AddedAnswer(ids.get(i).value(), given.get(i).name(), pipes.get(i)));
        }
        return new WorkAnswers.TransfersAddedAnswer(jobId, transfers);
    }

    @GetMapping
    @About("A page of the transfers that the caller may see, by number.")
    List<WorkAnswers.TransferAnswer> list(
            @About("Those of this user.") @RequestParam(required = false) @Nullable String user,
            @About("Those of this pipe.") @RequestParam(required = false) @Nullable String pipe,
            @About("Those of this job.") @RequestParam(required = false) @Nullable String job,
            @About(
                            value = "Those in this state.",
                            oneOf = {"WAITING", "QUEUED", "CLAIMED", "ACTIVE", "FINISHED", "FAILED", "CANCELED"})
                    @RequestParam(required = false)
                    @Nullable
                    String state,
            @About("The last number of the page before.") @RequestParam(defaultValue = "0") long after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "100") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobReader.Of visible = Access.visible(caller, user);
        Pages.check(limit);
        JobReader.TransferPage page = reader.transfers(
                new JobReader.TransferFilter(visible, pipe, job, state == null ? null : state(state)), after, limit);
        if (page.next() != null) {
            Pages.nameNext(request, response, limit, page.next());
        }
        return views.of(page.rows());
    }

    private static String state(String text) {
        try {
            return TransferState.valueOf(text.toUpperCase(Locale.ROOT)).name();
        } catch (IllegalArgumentException unknown) {
            throw Problem.badRequest("there is no state " + text + ": use one of " + List.of(TransferState.values()));
        }
    }

    @GetMapping("/{id}")
    @About("One transfer.")
    WorkAnswers.TransferAnswer get(
            @About("Number of the transfer.") @PathVariable long id,
            @About("More in one answer, with commas: why, pipes.") @RequestParam(required = false) @Nullable
                    String include,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        TransferView transfer = touchable(id, caller);
        return views.of(transfer, includes.of(transfer, include, caller));
    }

    /// Cancels one transfer, and with it all that wait for it. A job of several sources or hops is cancelled whole.
    @Audited
    @DeleteMapping("/{id}")
    @About(value = "Cancels a transfer, and with it all that wait for it.", refuses = 409)
    WorkAnswers.TransferCanceledAnswer cancel(
            @About("Number of the transfer.") @PathVariable long id,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        TransferView transfer = touchable(id, caller);
        if (transfer.state().isTerminal()) {
            throw new Problem(HttpStatus.CONFLICT, "transfer " + id + " is over: " + transfer.state());
        }
        JobView job = jobOf(transfer);
        boolean whole = !job.type().equals("N");
        cancels.note("cancel-transfer", "transfer " + id + " of user " + job.userId(), job, caller);
        Canceled canceled = cancels.cancel(
                whole ? new CancelScope.OfJob(job.id()) : new CancelScope.Files(job.id(), Set.of(TransferId.of(id))),
                CANCEL_REASON);
        return new WorkAnswers.TransferCanceledAnswer(id, job.id(), canceled.transfers());
    }

    private TransferView touchable(long id, Caller caller) {
        TransferView transfer =
                reader.findTransfer(id).orElseThrow(() -> Problem.notFound("there is no transfer " + id));
        Access.touching(jobOf(transfer), "transfer " + id, caller);
        return transfer;
    }

    private JobView jobOf(TransferView transfer) {
        return reader.find(transfer.jobId()).orElseThrow(() -> Problem.notFound("there is no job " + transfer.jobId()));
    }
}
