// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Questions to which "nothing" is an answer that others act by for good: one that the database refuses
/// is asked again after a while, until it is answered or the server stops.
final class PatientQuestions {
    private final StoreThread thread;
    private final Duration pause;

    /// @param pause until a question that was refused is asked again
    PatientQuestions(StoreThread thread, Duration pause) {
        this.thread = thread;
        this.pause = pause;
    }

    /// Asks on the thread of the store.
    ///
    /// @param reply gets what the database answers
    <T> void ask(Supplier<T> question, Consumer<T> reply) {
        thread.add(() -> {
            T answer;
            try {
                answer = thread.trying(question);
            } catch (RuntimeException | Error refused) {
                thread.refused("the database refuses a question, it is asked again", refused);
                if (!thread.isStopping()) {
                    CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS)
                            .execute(() -> ask(question, reply));
                }
                return;
            }
            reply.accept(answer);
        });
    }
}
