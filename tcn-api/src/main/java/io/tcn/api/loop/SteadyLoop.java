// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import io.tcn.core.port.LoopScheduler;
import java.time.Duration;

/// Does a piece of work again and again, with a pause between. Whatever the work throws costs that one run: the loop
/// goes on, with pauses that double up to ten seconds as long as it fails, and its [LoopState] tells.
public final class SteadyLoop {
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /// How soon an answer is looked for after a failure, so that health does not tell an old one.
    private static final Duration SOON = Duration.ofSeconds(1);

    /// What came of a run.
    public enum Outcome {
        /// All is done; the next run comes after the pause.
        DONE,
        /// It went well and there is more; the next run comes at once.
        MORE,
        /// Nobody knows yet: an answer is awaited. The next run comes after the pause.
        AWAITED,
        /// It did not go, and the work has told why itself. The next run comes after a pause that grows.
        FAILED
    }

    /// What is done.
    @FunctionalInterface
    public interface Work {
        /// Runs once; what it could not do it keeps for the next run.
        ///
        /// @throws Exception if it could not be done now
        Outcome run() throws Exception;
    }

    private final LoopState state;
    private final LoopScheduler thread;
    private final Duration pause;
    private final Duration longestPause;
    private final Work work;
    private Duration afterFailure;
    private boolean inTrouble;
    private volatile boolean running;

    public SteadyLoop(LoopState state, LoopScheduler thread, Duration pause, Work work) {
        this(state, thread, pause, LONGEST_PAUSE, work);
    }

    /// @param longestPause between two runs while it fails
    public SteadyLoop(LoopState state, LoopScheduler thread, Duration pause, Duration longestPause, Work work) {
        this.state = state;
        this.thread = thread;
        this.pause = pause;
        this.longestPause = longestPause;
        this.work = work;
        this.afterFailure = firstAfterFailure();
    }

    /// Begins, with the first run after a pause.
    public void start() {
        running = true;
        var _ = thread.schedule(pause, this::run);
    }

    /// Runs once more as soon as the thread is free, without waiting for the end of the pause.
    public void runSoon() {
        thread.execute(this::runOnce);
    }

    /// Ends; a run that is under way is not interrupted.
    public void stop() {
        running = false;
    }

    public boolean isRunning() {
        return running;
    }

    private void run() {
        Duration next = pause;
        try {
            next = runOnce();
        } finally {
            if (running) {
                var _ = thread.schedule(next, this::run);
            }
        }
    }

    /// @return the pause before the next run
    private Duration runOnce() {
        if (!running) {
            return pause;
        }
        try {
            return switch (work.run()) {
                case DONE -> worked(pause);
                case MORE -> worked(Duration.ZERO);
                case AWAITED -> inTrouble && pause.compareTo(SOON) > 0 ? SOON : pause;
                case FAILED -> failed();
            };
        } catch (Throwable failure) {
            Duration next = failed();
            state.failed(failure);
            return next;
        }
    }

    private Duration worked(Duration next) {
        inTrouble = false;
        afterFailure = firstAfterFailure();
        state.worked();
        return next;
    }

    private Duration failed() {
        inTrouble = true;
        afterFailure = longer(afterFailure);
        return afterFailure;
    }

    private Duration longer(Duration last) {
        Duration doubled = last.multipliedBy(2);
        return doubled.compareTo(longestPause) > 0 ? longestPause : doubled;
    }

    /// A loop that runs rarely does not wait for its next ordinary turn: until then health would tell an old failure.
    private Duration firstAfterFailure() {
        Duration half = longestPause.dividedBy(2);
        return pause.compareTo(half) > 0 ? half : pause;
    }
}
