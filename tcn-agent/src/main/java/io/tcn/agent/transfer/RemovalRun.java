// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Footprint;
import io.tcn.agent.TransferException;
import io.tcn.agent.http.Queueing;
import io.tcn.agent.transfer.Aftermath.Ending;
import io.tcn.agent.transfer.StopSignal.Reason;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.EarlierWrite;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A removal of what an earlier attempt may have left, without a copy. Answered by `canceled` when nothing of ours is
/// there any more, else by `failed` with the reason.
final class RemovalRun implements Run {
    private static final Logger log = LoggerFactory.getLogger(RemovalRun.class);

    private final Tools tools;
    private final Attempt attempt;
    private final OneAnswer answer;
    private final StopSignal signal = new StopSignal();
    private volatile @Nullable Thread worker;

    RemovalRun(Tools tools, Attempt attempt, OneAnswer answer) {
        this.tools = tools;
        this.attempt = attempt;
        this.answer = answer;
    }

    void start() {
        try {
            worker = tools.threads().start("removal-" + attempt.id(), this::guarded);
        } catch (Throwable e) {
            broken(e);
        }
    }

    /// A cancelled removal goes on: to remove is all that is wanted of it. Only the end of the data plane ends it.
    @Override
    public void stop(Reason reason) {
        if (reason == Reason.SHUT_DOWN) {
            signal.stop(reason);
        }
    }

    @Override
    public void checkTime(Duration standstill) {
        Thread known = worker;
        if (known == null || known.isAlive()) {
            return;
        }
        if (answer.isGiven()) {
            answer.repeat();
        } else {
            broken(null);
        }
    }

    private void guarded() {
        try {
            run();
        } catch (Throwable e) {
            broken(e);
        }
    }

    private void run() {
        Ending ending;
        signal.arm();
        try {
            ending = remove();
        } catch (TransferException e) {
            ending = new Ending.Left(e.code(), String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            ending = new Ending.Left(ErrorCode.SERVER_RESTARTED, "the data plane was stopped");
        }
        Reason ignored = signal.disarm();
        if (ending instanceof Ending.Left left) {
            answer.failed(new TransferFailure(left.code(), left.why()), false);
        } else {
            answer.canceled(true);
        }
    }

    private Ending remove() throws TransferException, InterruptedException {
        EarlierWrite earlier = attempt.earlier();
        if (earlier == null) {
            return new Ending.Gone();
        }
        Footprint footprint = new Footprint(
                true, tools.clock(), () -> {}, tools.settings().leases().of(attempt));
        return new Aftermath(
                        tools,
                        attempt,
                        new Preparation(tools, attempt, footprint, AttemptTrace.NONE, Queueing.UNTOLD).destination(),
                        footprint)
                .settleEarlier(earlier);
    }

    private void broken(@Nullable Throwable cause) {
        answer.failed(
                new TransferFailure(ErrorCode.INTERNAL, "a defect of the data plane; see the server's log"), false);
        log.error("removal {} broke off", attempt.id(), cause);
    }
}
