// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.TransferView;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import java.util.List;
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
    private final Whys whys;
    private final JobReader reader;
    private final Directory directory;

    WhyController(Whys whys, JobReader reader, Directory directory) {
        this.whys = whys;
        this.reader = reader;
        this.directory = directory;
    }

    @GetMapping("/transfers/{id}/why")
    @About("Why a transfer is as it is now.")
    WorkAnswers.TransferWhyAnswer transfer(
            @About("Number of the transfer.") @PathVariable long id,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        TransferView transfer =
                reader.findTransfer(id).orElseThrow(() -> Problem.notFound("there is no transfer " + id));
        Access.touching(whys.jobOf(transfer), "transfer " + id, caller);
        return WorkAnswers.TransferWhyAnswer.of(
                whys.of(transfer, caller),
                transfer.state().isTerminal() ? List.of() : whys.decisions(PipeId.of(transfer.pipeId())),
                id,
                transfer.state());
    }

    @GetMapping("/pipes/{id}/why")
    @About("Why a pipe is as it is now.")
    WorkAnswers.PipeWhyAnswer pipe(
            @About("Name of the pipe.") @PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Pipe pipe = RequestBodies.checked(() -> directory.findPipe(PipeId.of(id)))
                .filter(known -> caller.mayActFor(known.user()))
                .orElseThrow(() -> Problem.notFound("there is no pipe " + id));
        return WorkAnswers.PipeWhyAnswer.of(whys.of(pipe), whys.decisions(pipe.id()), id);
    }

    @GetMapping("/jobs/{id}/why")
    @About("Why a job is as it is now.")
    WorkAnswers.JobWhyAnswer job(
            @About("Id of the job.") @PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = reader.find(id).orElseThrow(() -> Problem.notFound("there is no job " + id));
        Access.touching(job, caller);
        return WorkAnswers.JobWhyAnswer.of(whys.of(job), id, job.state());
    }
}
