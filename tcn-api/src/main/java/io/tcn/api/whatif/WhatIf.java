// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.whatif;

import io.tcn.core.port.TimeSource;
import io.tcn.sim.predict.Declared;
import io.tcn.sim.predict.Effort;
import io.tcn.sim.predict.LiveState;
import io.tcn.sim.predict.Prediction;
import io.tcn.sim.predict.Predictor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/// Works out what would be under other declarations, one question at a time, on a thread of its own with low priority
/// that is there only while there is a question. The loops are read and never told anything.
@Component
public class WhatIf implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(WhatIf.class);
    private static final String NO_TIME = "the machine is too busy to work out a what-if in the time that it may take";

    /// The time that simulated runs may take; reading the state comes before it.
    private static final Duration WALL = Duration.ofMillis(3500);

    /// A question that has not come to an end by then never will.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long KEEP_THREAD_SECONDS = 10;

    /// Another question is being worked out.
    public static final class BusyException extends Exception {
        private static final long serialVersionUID = 1L;

        BusyException(String why) {
            super(why);
        }
    }

    /// What came of a question.
    ///
    /// @param prediction what is told
    /// @param wall how long it took
    public record Told(Prediction prediction, Duration wall) {}

    private final LiveStates states;
    private final TimeSource time;
    private final ThreadPoolExecutor worker;

    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it: where it counts, the loops come first
    WhatIf(LiveStates states, TimeSource time) {
        this.states = states;
        this.time = time;
        this.worker = new ThreadPoolExecutor(
                0,
                1,
                KEEP_THREAD_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Thread.ofPlatform()
                        .name("tcn-what-if")
                        .daemon()
                        .priority(Thread.MIN_PRIORITY)
                        .factory());
    }

    /// Tells what would be.
    ///
    /// @param change from what is declared and in force to what shall be
    /// @param horizon how far to look
    /// @param jobs whose end is asked for
    /// @throws BusyException if another question is being worked out, or the machine has no time for this one
    public Told ask(UnaryOperator<Declared> change, Duration horizon, List<String> jobs) throws BusyException {
        Future<Told> answer;
        try {
            answer = worker.submit(() -> workOut(change, horizon, jobs));
        } catch (RejectedExecutionException busy) {
            throw new BusyException("another what-if is being worked out");
        }
        try {
            return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof BusyException busy) {
                throw busy;
            }
            throw failed.getCause() instanceof RuntimeException defect
                    ? defect
                    : new IllegalStateException("a what-if failed", failed.getCause());
        } catch (TimeoutException stuck) {
            giveUp(answer);
            LOG.warn("A what-if was given up after {} s", PATIENCE.toSeconds());
            throw new BusyException(NO_TIME);
        } catch (InterruptedException stop) {
            giveUp(answer);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the server stops", stop);
        }
    }

    /// Nobody waits any more. The thread is not interrupted: it may be reading from the store, and an interrupt there
    /// closes the file of H2 for all.
    private static void giveUp(Future<?> answer) {
        answer.cancel(false);
    }

    private Told workOut(UnaryOperator<Declared> change, Duration horizon, List<String> jobs) throws BusyException {
        long began = time.nanoTime();
        LiveState state = states.now(jobs);
        Declared after = change.apply(state.declared());
        Duration left = WALL.minusNanos(time.nanoTime() - began);
        Effort effort =
                Effort.DEFAULT.withHorizon(horizon).withWall(left.compareTo(LEAST_WALL) < 0 ? LEAST_WALL : left);
        Prediction prediction = new Predictor(time).predict(state, after, effort);
        boolean nothingCame =
                prediction.before().seconds() <= 0 || prediction.after().seconds() <= 0;
        if (prediction.simulatedPipes() > 0 && nothingCame) {
            throw new BusyException(NO_TIME);
        }
        return new Told(prediction, Duration.ofNanos(time.nanoTime() - began));
    }

    private static final Duration LEAST_WALL = Duration.ofSeconds(1);

    /// Without an interrupt, too: its thread keeps no process.
    @Override
    public void destroy() {
        worker.shutdown();
    }
}
