// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Footprint;
import io.tcn.agent.Progress;
import io.tcn.agent.TransferException;
import io.tcn.agent.transfer.Aftermath.Ending;
import io.tcn.agent.transfer.StopSignal.Reason;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/// The life of one attempt, from its start to its one answer.
///
/// ```
/// LOOKING -> ANNOUNCING -> PREPARED -> WRITING -> ENDED
///    |           |            |           ^  |
///    |           +------------|-----------+  |
///    +-----------+------------+--------------+--> ENDED (failed or cancelled)
/// ```
///
/// While LOOKING and WRITING a virtual thread works; in PREPARED none does. Whatever that thread meets, errors of the
/// JVM included, becomes an answer; for a thread that is gone without one the watchdog answers.
final class AttemptRun implements Run {
    private static final Logger log = LoggerFactory.getLogger(AttemptRun.class);

    /// What the pattern of the log has for the trace.
    private static final String TRACE = "trace";

    private enum Phase {
        LOOKING,
        ANNOUNCING,
        PREPARED,
        WRITING,
        ENDED
    }

    private final Tools tools;
    private final Attempt attempt;
    private final AttemptListener listener;
    private final OneAnswer answer;
    private final Progress progress;
    private final Footprint footprint;
    private final AttemptFailures failures;
    private final AttemptConnections connections;
    private final Leaving leaving;
    private final StopSignal signal = new StopSignal();
    private final Object lock = new Object();
    private volatile @Nullable EndTrouble inTrouble;
    private volatile AttemptTrace trace = AttemptTrace.NONE;

    // Guarded by lock.
    private Phase phase = Phase.LOOKING;
    private boolean mayWrite;
    private @Nullable Reason stopped;
    private @Nullable Prepared prepared;
    private @Nullable Thread worker;
    private final AttemptTimes times;

    AttemptRun(Tools tools, Attempt attempt, AttemptListener listener, OneAnswer answer, Progress progress) {
        this.tools = tools;
        this.attempt = attempt;
        this.listener = listener;
        this.answer = answer;
        this.progress = progress;
        this.failures = new AttemptFailures(tools, attempt);
        this.connections = new AttemptConnections(
                attempt, listener, progress, tools.settings().maxStreams());
        this.footprint = new Footprint(
                attempt.destinationMayBeOurs(),
                tools.clock(),
                this::noteWriting,
                tools.settings().leases().of(attempt));
        this.leaving = new Leaving(tools, attempt, footprint);
        this.times = new AttemptTimes(tools, attempt, progress);
    }

    @Override
    public int connections() {
        return connections.count();
    }

    @Override
    public int counted() {
        return connections.counted();
    }

    @Override
    public int use(int wanted) {
        synchronized (lock) {
            Prepared ends = prepared;
            if (ends == null) {
                return connections.count();
            }
            return connections.give(wanted, ends, phase != Phase.ANNOUNCING && phase != Phase.PREPARED);
        }
    }

    @Override
    public Optional<EndTrouble> trouble() {
        return Optional.ofNullable(inTrouble);
    }

    @Override
    public Optional<AttemptProgress> progress() {
        return Optional.of(new AttemptProgress(
                progress.copiedBytes(),
                progress.expectedBytes(),
                progress.copying(),
                progress.isSettling(),
                connections.count(),
                progress.sinceMoved()));
    }

    void start() {
        thread(this::prepare);
    }

    @Override
    public void proceed() {
        synchronized (lock) {
            if (phase != Phase.PREPARED) {
                mayWrite = phase == Phase.ANNOUNCING;
                return;
            }
            phase = Phase.WRITING;
            worker = null;
        }
        thread(this::write);
    }

    @Override
    public void stop(Reason reason) {
        synchronized (lock) {
            if (stopped == null) {
                stopped = reason;
            }
            if (phase != Phase.PREPARED) {
                signal.stop(reason);
                return;
            }
            phase = Phase.ENDED;
            worker = null;
        }
        thread(() -> end(reason, null, null));
    }

    @Override
    public void checkTime(Duration standstill) {
        boolean late;
        boolean gone;
        synchronized (lock) {
            times.extend(standstill);
            gone = phase != Phase.PREPARED && worker != null && !worker.isAlive();
            late = (phase == Phase.LOOKING || phase == Phase.WRITING) && times.isOver();
        }
        if (standstill.isPositive()) {
            progress.startAnew();
        }
        if (gone) {
            answerForDeadThread();
        } else if (progress.isSettling() && progress.idle().compareTo(times.lastWord()) > 0) {
            signal.stop(Reason.NO_LAST_WORD);
        } else if (!progress.isSettling()
                && progress.idle().compareTo(tools.settings().stallTimeout()) > 0) {
            signal.stop(Reason.STALLED);
        } else if (late) {
            signal.stop(Reason.TIMED_OUT);
        }
    }

    private void noteWriting() {
        tools.writers().note(DestinationKey.of(attempt.transfer().destination()), attempt.id());
    }

    private void thread(Runnable work) {
        try {
            Thread started = tools.threads().start("transfer-" + attempt.id(), () -> guarded(work));
            synchronized (lock) {
                worker = started;
            }
        } catch (Throwable e) {
            broken(e);
        }
    }

    private void guarded(Runnable work) {
        try {
            MDC.put(TRACE, trace.words());
            work.run();
        } catch (Throwable e) {
            broken(e);
        }
    }

    /// The last resort: answers without looking at anything.
    private void broken(@Nullable Throwable cause) {
        boolean clean;
        synchronized (lock) {
            clean = prepared == null && !attempt.destinationMayBeOurs();
            phase = Phase.ENDED;
        }
        TransferFailure failure = AttemptFailures.defect();
        trace.ended(failure);
        answer.failed(failure, clean);
        log.error("attempt {} broke off", attempt.id(), cause);
    }

    private void answerForDeadThread() {
        if (answer.isGiven()) {
            answer.repeat();
        } else {
            broken(null);
        }
    }

    private void prepare() {
        Prepared found = null;
        Throwable trouble = null;
        signal.arm();
        beginTrace();
        try {
            found = new Preparation(tools, attempt, footprint, trace, progress::waits).look();
        } catch (Throwable e) {
            trouble = e;
        }
        Reason reason = signal.disarm();
        if (found == null || reason != null) {
            end(reason, trouble, null);
        } else {
            announce(found);
        }
    }

    /// Without a trace an attempt is as good.
    private void beginTrace() {
        try {
            trace = tools.settings().traces().begin(attempt);
            trace.part("look");
            MDC.put(TRACE, trace.words());
        } catch (RuntimeException e) {
            log.debug("attempt {} has no trace", attempt.id(), e);
        }
    }

    private void announce(Prepared found) {
        boolean tell;
        synchronized (lock) {
            tell = stopped == null;
            if (tell) {
                phase = Phase.ANNOUNCING;
            }
            prepared = found;
            connections.found(found);
        }
        tools.pauses().answered(attempt);
        if (tell) {
            try {
                listener.prepared(attempt.id(), found.sourceFacts().sizeBytes(), found.connections());
            } catch (RuntimeException e) {
                log.error("attempt {}: the listener failed", attempt.id(), e);
            }
        }
        Reason reason;
        boolean goOn;
        synchronized (lock) {
            reason = stopped;
            goOn = reason == null && mayWrite;
            phase = reason != null ? Phase.ENDED : goOn ? Phase.WRITING : Phase.PREPARED;
        }
        if (reason != null) {
            end(reason, null, null);
        } else if (goOn) {
            write();
        }
    }

    private void write() {
        Prepared ends = Objects.requireNonNull(readPrepared());
        long sizeBytes = ends.sourceFacts().sizeBytes();
        synchronized (lock) {
            times.begin(sizeBytes);
        }
        progress.expect(sizeBytes);
        trace.part("copy");
        CopyWork work =
                new CopyWork(tools, attempt, ends, connections.given(), connections.streams(), footprint, progress);
        CopyResult result = null;
        Throwable trouble = null;
        signal.arm();
        try {
            result = work.run();
        } catch (Throwable e) {
            trouble = e;
        }
        progress.rest();
        Reason reason = signal.disarm();
        if (result != null) {
            finish(result);
        } else {
            end(reason, trouble, work);
        }
    }

    private void finish(CopyResult result) {
        synchronized (lock) {
            phase = Phase.ENDED;
        }
        forgetWriting();
        tools.pauses().finished(attempt);
        trace.ended(null);
        answer.finished(result);
    }

    /// The end of an attempt that did not succeed, or seems so.
    ///
    /// @param reason why it was stopped, null if it failed by itself
    /// @param trouble what went wrong, null if nothing did before it was stopped
    /// @param work what has written, null if nothing was
    private void end(@Nullable Reason reason, @Nullable Throwable trouble, @Nullable CopyWork work) {
        TransferFailure failure = failures.of(reason, trouble, readPrepared(), times.lastWord());
        if (reason == null && trouble instanceof TransferException e && failure.code() == e.code()) {
            inTrouble = tools.pauses().failed(attempt, e).orElse(null);
        }
        Ending ending = leaving.leave(reason, failure.code(), work, trace);
        if (ending instanceof Ending.Whole whole) {
            log.info("attempt {}: the file is whole all the same ({})", attempt.id(), failure.message());
            finish(whole.result());
            return;
        }
        synchronized (lock) {
            phase = Phase.ENDED;
        }
        forgetWriting();
        boolean clean = !(ending instanceof Ending.Left) && footprint.isClean();
        trace.ended(failure);
        if (reason == Reason.CANCELED) {
            answer.canceled(clean);
        } else if (ending instanceof Ending.Left left) {
            answer.failed(
                    new TransferFailure(failure.code(), failure.message() + "; " + left.why(), failure.existing()),
                    clean);
        } else {
            answer.failed(failure, clean);
        }
    }

    private void forgetWriting() {
        if (footprint.hasWritten()) {
            tools.writers().ended(DestinationKey.of(attempt.transfer().destination()), attempt.id());
        }
    }

    private @Nullable Prepared readPrepared() {
        synchronized (lock) {
            return prepared;
        }
    }
}
