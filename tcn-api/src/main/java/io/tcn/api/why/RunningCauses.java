// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.store.TransferView;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.throughput.RateText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// How transfers that run are doing, and behind that what holds their pipes and the rates of their jobs.
@Component
class RunningCauses {
    private final ControlPlane controlPlane;
    private final Directory directory;
    private final PipeCauses pipes;
    private final RateCauses rates;

    RunningCauses(ControlPlane controlPlane, Directory directory, PipeCauses pipes, RateCauses rates) {
        this.controlPlane = controlPlane;
        this.directory = directory;
        this.pipes = pipes;
        this.rates = rates;
    }

    /// @param limit the rate that its job asks for; null for none
    Cause of(TransferView transfer, @Nullable LimitId limit) {
        AttemptId attempt = new AttemptId(TransferId.of(transfer.id()), transfer.attempts());
        Optional<AttemptProgress> progress = controlPlane.progressOf(attempt);
        Cause cause = progress.map(RunningCauses::running)
                .orElseGet(() -> Cause.of(CauseCode.RUNNING, "it runs, and no byte was reported yet"));
        return directory
                .findPipe(PipeId.of(transfer.pipeId()))
                .map(pipe -> withRate(cause.withBehind("pipe " + pipe.id(), pipes.of(pipe)), transfer, limit, pipe))
                .orElse(cause);
    }

    private Cause withRate(Cause cause, TransferView transfer, @Nullable LimitId limit, Pipe pipe) {
        return limit == null
                ? cause
                : rates.of(limit, pipe)
                        .map(rate -> cause.withBehind("job " + transfer.jobId(), rate))
                        .orElse(cause);
    }

    private static Cause running(AttemptProgress progress) {
        if (progress.settling()) {
            return Cause.of(
                            CauseCode.VERIFYING,
                            "all bytes are at the destination; the storage's last word on them is awaited")
                    .with("movedBytes", progress.movedBytes());
        }
        double rate = progress.meanBps();
        long left = progress.expectedBytes() - progress.movedBytes();
        boolean knowsEnd = rate > 0 && progress.expectedBytes() >= 0;
        String text = "it runs" + (rate > 0 ? " at " + RateText.of(rate) : ", and no byte was reported yet")
                + (knowsEnd ? "; at that rate it ends in " + Math.round(left * 8 / rate) + " s" : "");
        return Cause.of(CauseCode.RUNNING, text)
                .with("movedBytes", progress.movedBytes())
                .with("expectedBytes", progress.expectedBytes() < 0 ? null : progress.expectedBytes())
                .with("throughputBps", rate)
                .with("secondsLeft", knowsEnd ? left * 8 / rate : null);
    }
}
