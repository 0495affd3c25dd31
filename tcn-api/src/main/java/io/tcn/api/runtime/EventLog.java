// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/// Writes what the loops do to the log, and counts it.
@Component
public final class EventLog implements ControlEvents {
    private static final Logger LOG = LoggerFactory.getLogger("io.tcn.events");

    private final Map<TransferState, LongAdder> changes = new EnumMap<>(TransferState.class);
    private final Map<ErrorCode, LongAdder> failures = new EnumMap<>(ErrorCode.class);
    private final LongAdder lateAnswers = new LongAdder();
    private final LongAdder failedSteps = new LongAdder();

    private final List<TransferObserver> observers;
    private final RepeatedLines repeated;
    private final Traces traces;

    EventLog(List<TransferObserver> observers, TimeSource time) {
        this(observers, time, Optional.empty());
    }

    @Autowired
    EventLog(List<TransferObserver> observers, TimeSource time, Optional<Traces> traces) {
        this.traces = traces.orElse(Traces.NONE);
        this.repeated = new RepeatedLines(time);
        this.observers = List.copyOf(observers);
        for (TransferState state : TransferState.values()) {
            changes.put(state, new LongAdder());
        }
        for (ErrorCode code : ErrorCode.values()) {
            failures.put(code, new LongAdder());
        }
    }

    @Override
    public void transfersChanged(Instant at, List<TransferChange> transfers) {
        boolean isTold = LOG.isDebugEnabled();
        for (TransferChange change : transfers) {
            count(change.state()).increment();
        }
        observers.forEach(observer -> tell(observer, at, transfers));
        for (TransferChange change : transfers) {
            TransferFailure failure = change.failure();
            if (failure != null) {
                failures.getOrDefault(failure.code(), new LongAdder()).increment();
                log(change.transfer(), change.state(), failure.toReason());
            } else if (isTold) {
                LOG.debug("transfer {} is {}", change.transfer(), change.state());
            }
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
    private static void tell(TransferObserver observer, Instant at, List<TransferChange> changes) {
        try {
            observer.changed(at, changes);
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
            LOG.error("a step of the {} loop failed: a defect of TCN; the loop goes on", loop, defect);
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
        return count(state).sum();
    }

    /// Failures, retries and cancellations of a kind since the start.
    public long failures(ErrorCode code) {
        return failures.getOrDefault(code, new LongAdder()).sum();
    }

    String summary() {
        return changes.entrySet().stream()
                        .filter(entry -> entry.getKey().isTerminal())
                        .map(entry -> entry.getValue().sum() + " " + entry.getKey())
                        .collect(Collectors.joining(", "))
                + " since its start";
    }

    private LongAdder count(TransferState state) {
        return changes.getOrDefault(state, new LongAdder());
    }
}
