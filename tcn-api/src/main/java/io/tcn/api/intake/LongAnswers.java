// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/// Long answers that are under way: those of more than one page. Each holds a page in memory while its caller reads,
/// and nothing of the database. There are so many places, a third of them at most for one caller, and an answer must
/// end: callers who read slowly take nothing from others.
@Component
public class LongAnswers {
    private static final int MOST = 30;
    private static final int PATIENCE_SECONDS = 20;
    private static final int RETRY_AFTER_SECONDS = 10;
    /// How long an answer may take, beside what each page gives it.
    private static final Duration ALLOWED = Duration.ofSeconds(60);
    /// Some hundred kilobytes.
    private static final Duration ALLOWED_PER_PAGE = Duration.ofSeconds(5);

    private final TimeSource time;
    private final Semaphore places;
    private final Places ofCallers;
    private final long patienceMillis;

    @Autowired
    LongAnswers(TimeSource time) {
        this(time, MOST, TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }

    LongAnswers(TimeSource time, int most, long patienceMillis) {
        this.time = time;
        this.places = new Semaphore(most, true);
        this.ofCallers = new Places(Math.max(1, most / 3));
        this.patienceMillis = patienceMillis;
    }

    /// An answer begins; it takes a place only if it turns out to be long.
    public Answer begin(HttpServletRequest request) {
        return begin(RequestsPerCaller.name(request));
    }

    Answer begin(String caller) {
        return new Answer(caller);
    }

    /// One answer.
    public final class Answer implements AutoCloseable {
        private final String caller;
        private final long begun = time.nanoTime();
        private int pages;
        private boolean placed;

        private Answer(String caller) {
            this.caller = caller;
        }

        /// A page of several is about to be written.
        ///
        /// @throws Refused if there is no place, or the answer takes too long
        public void page() {
            if (!placed) {
                enter();
            }
            pages++;
            Duration taken = Duration.ofNanos(time.nanoTime() - begun);
            if (taken.compareTo(ALLOWED.plus(ALLOWED_PER_PAGE.multipliedBy(pages))) > 0) {
                throw Refused.tooMany("The answer was read too slowly", RETRY_AFTER_SECONDS);
            }
        }

        private void enter() {
            if (!ofCallers.take(caller)) {
                throw Refused.tooMany("Too many long answers to this caller are under way", RETRY_AFTER_SECONDS);
            }
            boolean entered = false;
            try {
                entered = places.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            if (!entered) {
                ofCallers.giveBack(caller);
                throw Refused.busy("Too many long answers are under way", RETRY_AFTER_SECONDS);
            }
            placed = true;
        }

        @Override
        public void close() {
            if (placed) {
                placed = false;
                places.release();
                ofCallers.giveBack(caller);
            }
        }
    }
}
