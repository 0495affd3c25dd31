// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.Loops;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferChange;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/// Writes what the loops do to the log, counts it, and lets their state tell of steps that failed.
@Component
public final class EventLog implements ControlEvents {
    private static final Logger LOG = LoggerFactory.getLogger("io.tcn.events");

    /// Told on the dispatch loop's thread only.
    private final Map<TransferState, OwnCount> changes = counters(TransferState.class, OwnCount::new);

    private final Map<ErrorCode, LongAdder> failures = counters(ErrorCode.class, LongAdder::new);
    private final LongAdder lateAnswers = new LongAdder();
    private final LongAdder failedSteps = new LongAdder();

    private final List<TransferObserver> observers;
    private final RepeatedLines repeated;
    private final Loops loops;
    private final Traces traces;

    EventLog(List<TransferObserver> observers, TimeSource time, Loops loops) {
        this(observers, time, loops, Optional.empty());
    }

    @Autowired
    EventLog(List<TransferObserver> observers, TimeSource time, Loops loops, Optional<Traces> traces) {
        this.loops = loops;
        this.traces = traces.orElse(Traces.NONE);
        this.repeated = new RepeatedLines(time);
        this.observers = List.copyOf(observers);
    }

    @Override
    public void transfersChanged(Instant at, List<TransferChange> transfers) {
        boolean hasFailure = count(transfers);
        for (TransferObserver observer : observers) {
            tell(observer, at, transfers, hasFailure);
        }
        if (hasFailure || LOG.isDebugEnabled()) {
            transfers.forEach(this::log);
        }
    }

    /// Counts them, those of one state that follow each other at once: an answer of the store has many alike.
    ///
    /// @return whether there is a failure among them
    private boolean count(List<TransferChange> transfers) {
        boolean hasFailure = false;
        TransferState state = transfers.getFirst().state();
        int alike = 0;
        for (TransferChange change : transfers) {
            if (change.state() != state) {
                countOf(state).add(alike);
                state = change.state();
                alike = 0;
            }
            alike++;
            hasFailure = hasFailure || change.failure() != null;
        }
        countOf(state).add(alike);
        return hasFailure;
    }

    private void log(TransferChange change) {
        TransferFailure failure = change.failure();
        if (failure != null) {
            countOf(failure.code()).increment();
            log(change.transfer(), change.state(), failure.toReason());
        } else {
            LOG.debug("transfer {} is {}", change.transfer(), change.state());
        }
    }

    /// A storage in trouble has many transfers that fail alike.
    private void log(TransferId transfer, TransferState state, String reason) {
        OptionalLong others = repeated.note(state + reason);
        if (others.isEmpty()) {
            LOG.debug("transfer {} is {}: {}{}", transfer, state, reason, traces.words(transfer));
        } else if (others.getAsLong() == 0) {
            LOG.info("transfer {} is {}: {}{}", transfer, state, reason, traces.words(transfer));
        } else {
            LOG.info("transfer {} and {} others are {}: {}", transfer, others.getAsLong(), state, reason);
        }
    }

    /// An observer that breaks costs neither the loop that tells nor the other observers.
    private static void tell(TransferObserver observer, Instant at, List<TransferChange> changes, boolean hasFailure) {
        try {
            observer.changed(at, changes, hasFailure);
        } catch (RuntimeException | Error defect) {
            LOG.error(
                    "{} transfers have changed, and who is told of it broke: a defect of TCN", changes.size(), defect);
        }
    }

    @Override
    public void lateAnswer(AttemptId attempt) {
        lateAnswers.increment();
        LOG.debug("late answer about attempt {}", attempt);
    }

    @Override
    public void mapChanged(NetworkMapChange change) {
        LOG.info("the network has changed: {}", change);
    }

    @Override
    public void stepFailed(String loop, Throwable defect) {
        failedSteps.increment();
        try {
            if (loops.of(loop).noteLost(defect)) {
                LOG.error("a step of the {} loop failed: a defect of TCN; the loop goes on", loop, defect);
            } else {
                LOG.error("a step of the {} loop failed again: {}; the loop goes on", loop, defect.toString());
            }
        } catch (Throwable again) {
            // Memory may be too short for the log. The step is counted, and the loop must go on.
        }
    }

    /// Steps of loops that threw since the start.
    public long failedSteps() {
        return failedSteps.sum();
    }

    /// Answers about attempts that nobody knew any more, since the start.
    public long lateAnswers() {
        return lateAnswers.sum();
    }

    /// How often transfers came into a state since the start.
    public long changes(TransferState state) {
        return countOf(state).sum();
    }

    /// Failures, retries and what was given up because of a predecessor, of a kind since the start.
    public long failures(ErrorCode code) {
        return countOf(code).sum();
    }

    String summary() {
        return Arrays.stream(TransferState.values())
                        .filter(TransferState::isTerminal)
                        .map(state -> changes(state) + " " + state)
                        .collect(Collectors.joining(", "))
                + " since its start";
    }

    /// One for each value, so that counting makes nothing.
    private static <E extends Enum<E>, C> Map<E, C> counters(Class<E> kind, Supplier<C> counter) {
        Map<E, C> counters = new EnumMap<>(kind);
        for (E value : kind.getEnumConstants()) {
            counters.put(value, counter.get());
        }
        return counters;
    }

    private OwnCount countOf(TransferState state) {
        return Objects.requireNonNull(changes.get(state));
    }

    private LongAdder countOf(ErrorCode code) {
        return Objects.requireNonNull(failures.get(code));
    }
}
