// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.TransferView;
import io.tcn.api.why.Cause;
import io.tcn.api.why.JobCauses;
import io.tcn.api.why.PipeCauses;
import io.tcn.api.why.TransferCauses;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Why a transfer, a pipe or a job is as it is now.
@Needs(Operation.TRANSFER)
@RestController
@RequestMapping("/tcn/v1")
class WhyController {
    /// Predecessors of predecessors are followed so far.
    private static final int DEEPEST = 5;

    private final TransferCauses transfers;
    private final PipeCauses pipes;
    private final JobCauses jobs;
    private final JobReader reader;
    private final Directory directory;

    WhyController(TransferCauses transfers, PipeCauses pipes, JobCauses jobs, JobReader reader, Directory directory) {
        this.transfers = transfers;
        this.pipes = pipes;
        this.jobs = jobs;
        this.reader = reader;
        this.directory = directory;
    }

    @GetMapping("/transfers/{id}/why")
    @About("Why a transfer is as it is now.")
    WorkAnswers.TransferWhyAnswer transfer(
            @About("Number of the transfer.") @PathVariable long id,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        TransferView transfer =
                reader.findTransfer(id).orElseThrow(() -> Problem.notFound("there is no transfer " + id));
        Access.touching(jobOf(transfer), caller);
        return WorkAnswers.TransferWhyAnswer.of(withPredecessors(transfer, caller, DEEPEST), id, transfer.state());
    }

    /// The cause with that of its first predecessor that the caller may see, and so on.
    private Cause withPredecessors(TransferView transfer, Caller caller, int deepest) {
        Cause cause = transfers.of(transfer);
        Optional<Long> first = cause.details().get("predecessors") instanceof List<?> named && !named.isEmpty()
                ? Optional.of((Long) named.getFirst())
                : Optional.empty();
        if (deepest == 0 || first.isEmpty()) {
            return cause;
        }
        return first.flatMap(reader::findTransfer)
                .filter(before -> Access.mayTouch(jobOf(before), caller))
                .map(before ->
                        cause.withBehind("transfer " + before.id(), withPredecessors(before, caller, deepest - 1)))
                .orElse(cause);
    }

    private JobView jobOf(TransferView transfer) {
        return reader.find(transfer.jobId()).orElseThrow(() -> Problem.notFound("there is no job " + transfer.jobId()));
    }

    @GetMapping("/pipes/{id}/why")
    @About("Why a pipe is as it is now.")
    WorkAnswers.PipeWhyAnswer pipe(
            @About("Name of the pipe.") @PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        Pipe pipe = RequestBodies.checked(() -> directory.findPipe(PipeId.of(id)))
                .filter(known -> caller.mayActFor(known.user()))
                .orElseThrow(() -> Problem.notFound("there is no pipe " + id));
        return WorkAnswers.PipeWhyAnswer.of(pipes.of(pipe), id);
    }

    @GetMapping("/jobs/{id}/why")
    @About("Why a job is as it is now.")
    WorkAnswers.JobWhyAnswer job(
            @About("Id of the job.") @PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        JobView job = reader.find(id).orElseThrow(() -> Problem.notFound("there is no job " + id));
        Access.touching(job, caller);
        return WorkAnswers.JobWhyAnswer.of(jobs.of(job), id, job.state());
    }
}
