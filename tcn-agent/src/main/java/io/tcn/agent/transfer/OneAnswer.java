// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.AttemptListener;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one answer to an attempt: the first is given, later ones are dropped. One that the listener could not take,
/// because something like the memory ran out, is told again by the watchdog. Safe to use from any thread.
final class OneAnswer {
    private static final Logger log = LoggerFactory.getLogger(OneAnswer.class);

    private final AttemptId attempt;
    private final AttemptListener listener;
    private final Runnable onEnd;
    private final AtomicReference<@Nullable Consumer<AttemptListener>> answer = new AtomicReference<>();
    private volatile boolean heard;

    /// @param onEnd runs when the answer was heard
    OneAnswer(AttemptId attempt, AttemptListener listener, Runnable onEnd) {
        this.attempt = attempt;
        this.listener = listener;
        this.onEnd = onEnd;
    }

    /// Whether an answer was decided on.
    boolean isGiven() {
        return answer.get() != null;
    }

    void finished(CopyResult result) {
        give(to -> to.finished(attempt, result.sizeBytes(), result.checksum()));
    }

    void failed(TransferFailure failure, boolean clean) {
        give(to -> to.failed(attempt, failure, clean));
    }

    void canceled(boolean clean) {
        give(to -> to.canceled(attempt, clean));
    }

    /// Tells the answer again if there is one that was not heard.
    void repeat() {
        Consumer<AttemptListener> given = answer.get();
        if (given != null && !heard) {
            tell(given);
        }
    }

    private void give(Consumer<AttemptListener> chosen) {
        if (answer.compareAndSet(null, chosen)) {
            tell(chosen);
        }
    }

    private void tell(Consumer<AttemptListener> given) {
        try {
            given.accept(listener);
        } catch (RuntimeException e) {
            log.error("attempt {}: the listener failed", attempt, e);
        }
        heard = true;
        onEnd.run();
    }
}
