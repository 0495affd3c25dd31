// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.SteadyLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Asks for something again and again, but never before the last answer is there: questions do not pile up while the
/// store does not answer.
final class Errand implements SteadyLoop.Work {
    private final Supplier<CompletableFuture<?>> question;
    private @Nullable CompletableFuture<?> asked;

    Errand(Supplier<CompletableFuture<?>> question) {
        this.question = question;
    }

    @Override
    public SteadyLoop.Outcome run() throws ExecutionException, InterruptedException {
        CompletableFuture<?> last = asked;
        if (last == null) {
            asked = question.get();
            return SteadyLoop.Outcome.AWAITED;
        }
        if (!last.isDone()) {
            return SteadyLoop.Outcome.AWAITED;
        }
        asked = null;
        last.get();
        asked = question.get();
        return SteadyLoop.Outcome.DONE;
    }
}
