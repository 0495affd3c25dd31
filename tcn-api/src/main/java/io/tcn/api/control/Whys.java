// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.security.Caller;
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
import org.springframework.stereotype.Component;

/// Why a transfer, a pipe or a job is as it is now, as far as a caller may see it.
@Component
class Whys {
    /// Predecessors of predecessors are followed so far.
    private static final int DEEPEST = 5;

    private final TransferCauses transfers;
    private final PipeCauses pipes;
    private final JobCauses jobs;
    private final JobReader reader;
    private final ControlBoard board;

    Whys(TransferCauses transfers, PipeCauses pipes, JobCauses jobs, JobReader reader, ControlBoard board) {
        this.board = board;
        this.transfers = transfers;
        this.pipes = pipes;
        this.jobs = jobs;
        this.reader = reader;
    }

    Cause of(TransferView transfer, Caller caller) {
        return withPredecessors(transfer, caller, DEEPEST);
    }

    /// The last decisions about a pipe.
    List<ControlBoard.Decided> decisions(PipeId pipe) {
        return board.recent(pipe);
    }

    Cause of(Pipe pipe) {
        return pipes.of(pipe);
    }

    Cause of(JobView job) {
        return jobs.of(job);
    }

    JobView jobOf(TransferView transfer) {
        return reader.find(transfer.jobId()).orElseThrow(() -> Problem.notFound("there is no job " + transfer.jobId()));
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
}
