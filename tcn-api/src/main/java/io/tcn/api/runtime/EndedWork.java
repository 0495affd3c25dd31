// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.SteadyLoop;
import io.tcn.core.model.TransferId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Looks after transfers that ended without success, one batch at a time. A batch that fails is given back; the next
/// ones are of one transfer, so that one that always fails holds up no other, and grow again while they go well.
final class EndedWork implements SteadyLoop.Work {
    private static final int MOST = 10_000;

    /// A question under way.
    ///
    /// @param transfers null: all
    private record Asked(@Nullable List<TransferId> transfers, CompletableFuture<?> answer) {}

    private final EndedTransfers ended;
    private final Function<@Nullable List<TransferId>, CompletableFuture<?>> care;
    private boolean all = true;
    private int atOnce = MOST;
    private @Nullable Asked asked;

    /// @param care looks after the jobs of these transfers, or after all jobs
    EndedWork(EndedTransfers ended, Function<@Nullable List<TransferId>, CompletableFuture<?>> care) {
        this.ended = ended;
        this.care = care;
    }

    @Override
    public SteadyLoop.Outcome run() throws ExecutionException, InterruptedException {
        Asked last = asked;
        return last == null ? ask() : hear(last);
    }

    private SteadyLoop.Outcome ask() {
        List<TransferId> batch = ended.take(atOnce);
        if (batch.isEmpty() && !all) {
            return SteadyLoop.Outcome.DONE;
        }
        boolean told = false;
        try {
            List<TransferId> transfers = batch.isEmpty() ? null : batch;
            asked = new Asked(transfers, care.apply(transfers));
            told = true;
        } finally {
            if (!told) {
                ended.add(batch);
            }
        }
        return SteadyLoop.Outcome.AWAITED;
    }

    private SteadyLoop.Outcome hear(Asked last) throws ExecutionException, InterruptedException {
        if (!last.answer().isDone()) {
            return SteadyLoop.Outcome.AWAITED;
        }
        asked = null;
        List<TransferId> transfers = last.transfers();
        if (last.answer().isCompletedExceptionally()) {
            if (transfers != null) {
                ended.add(transfers);
                atOnce = 1;
            }
            last.answer().get();
        }
        all = all && transfers != null;
        atOnce = Math.min(MOST, atOnce * 2);
        return SteadyLoop.Outcome.MORE;
    }
}
