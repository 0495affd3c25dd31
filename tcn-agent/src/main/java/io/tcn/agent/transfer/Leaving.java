// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Footprint;
import io.tcn.agent.TransferException;
import io.tcn.agent.http.Queueing;
import io.tcn.agent.transfer.Aftermath.Ending;
import io.tcn.agent.transfer.StopSignal.Reason;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.EarlierWrite;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Leaves the destination of an attempt that did not succeed as it should be.
final class Leaving {
    private static final Logger log = LoggerFactory.getLogger(Leaving.class);

    private final Tools tools;
    private final Attempt attempt;
    private final Footprint footprint;

    /// @param footprint what the attempt has done there
    Leaving(Tools tools, Attempt attempt, Footprint footprint) {
        this.tools = tools;
        this.attempt = attempt;
        this.footprint = footprint;
    }

    /// What an earlier attempt may have left is removed too, because this one will not replace it; but when the data
    /// plane is shut down it stays: the next start takes it over. Whatever goes wrong is an answer.
    ///
    /// @param reason why the attempt was stopped, null if it failed by itself
    /// @param code what it fails with
    /// @param work what has written, null if nothing was
    Ending leave(@Nullable Reason reason, ErrorCode code, @Nullable CopyWork work, AttemptTrace trace) {
        try {
            Ending ending =
                    work == null ? new Ending.Gone() : work.settle(AttemptFailures.isWholeWelcome(reason, code));
            EarlierWrite earlier = attempt.earlier();
            if (earlier == null
                    || !(ending instanceof Ending.Gone)
                    || !footprint.mayHoldEarlier()
                    || reason == Reason.SHUT_DOWN) {
                return ending;
            }
            return new Aftermath(
                            tools,
                            attempt,
                            new Preparation(tools, attempt, footprint, trace, Queueing.UNTOLD).destination(),
                            footprint)
                    .settleEarlier(earlier);
        } catch (TransferException e) {
            return new Ending.Left(e.code(), "what was written stays at the destination: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            log.error("attempt {}: cleaning up failed", attempt.id(), e);
        }
        return new Ending.Left(ErrorCode.INTERNAL, "what was written may stay at the destination: cleaning up failed");
    }
}
