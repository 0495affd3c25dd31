// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Footprint;
import io.tcn.agent.Progress;
import io.tcn.agent.TransferException;
import io.tcn.agent.http.HttpAddress;
import io.tcn.agent.transfer.StopSignal.Reason;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The life of one attempt, from its start to its one answer.
///
/// ```
/// LOOKING -> ANNOUNCING -> PREPARED -> WRITING -> ENDED
///    |           |            |           ^  |
///    |           +------------|-----------+  |
///    +-----------+------------+--------------+--> ENDED (failed or cancelled)
/// ```
///
/// While LOOKING and WRITING a virtual thread works; in PREPARED none does.
final class AttemptRun {
    private static final Logger log = LoggerFactory.getLogger(AttemptRun.class);

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
    private final Progress progress;
    private final Runnable onEnd;
    private final Footprint footprint;
    private final StopSignal signal = new StopSignal();
    private final Object lock = new Object();
    private volatile int connections = 1;
    private volatile long deadlineNanos;

    // Guarded by lock.
    private Phase phase = Phase.LOOKING;
    private boolean mayWrite;
    private @Nullable Reason stopped;
    private @Nullable Prepared prepared;

    /// @param onEnd runs just before the answer
    AttemptRun(Tools tools, Attempt attempt, AttemptListener listener, Progress progress, Runnable onEnd) {
        this.tools = tools;
        this.attempt = attempt;
        this.listener = listener;
        this.progress = progress;
        this.onEnd = onEnd;
        this.footprint = new Footprint(attempt.destinationMayBeOurs());
        this.deadlineNanos = tools.clock().nanoTime() + limit(0).toNanos();
    }

    int connections() {
        return connections;
    }

    void start() {
        thread(this::prepare);
    }

    void proceed() {
        synchronized (lock) {
            if (phase != Phase.PREPARED) {
                mayWrite = phase == Phase.ANNOUNCING;
                return;
            }
            phase = Phase.WRITING;
        }
        thread(this::write);
    }

    /// Stops the attempt; it answers when it has cleaned up.
    void stop(Reason reason) {
        synchronized (lock) {
            if (stopped == null) {
                stopped = reason;
            }
            if (phase != Phase.PREPARED) {
                signal.stop(reason);
                return;
            }
            phase = Phase.ENDED;
        }
        thread(() -> answerStopped(reason, leaveNothing(reason)));
    }

    /// Stops the attempt if it has taken too long; called now and then by the watchdog.
    void checkTime() {
        if (progress.idle().compareTo(tools.settings().stallTimeout()) > 0) {
            signal.stop(Reason.STALLED);
        } else if (isWorking() && tools.clock().nanoTime() - deadlineNanos > 0) {
            signal.stop(Reason.TIMED_OUT);
        }
    }

    private boolean isWorking() {
        synchronized (lock) {
            return phase == Phase.LOOKING || phase == Phase.WRITING;
        }
    }

    private void thread(Runnable work) {
        Thread.ofVirtual().name("transfer-" + attempt.id()).start(work);
    }

    private void prepare() {
        Prepared found = null;
        TransferFailure failure = null;
        signal.arm();
        try {
            found = new Preparation(tools, attempt, footprint).look();
        } catch (TransferException e) {
            failure = e.toFailure();
        } catch (InterruptedException e) {
            failure = new TransferFailure(ErrorCode.INTERNAL, "interrupted by nobody");
        } catch (RuntimeException e) {
            failure = defect(e);
        }
        Reason reason = signal.disarm();
        if (reason != null) {
            boolean clean = leaveNothing(reason);
            end(() -> answerStopped(reason, clean));
        } else if (failure != null) {
            TransferFailure known = failure;
            boolean clean = leaveNothing(null);
            end(() -> listener.failed(attempt.id(), known, clean));
        } else if (found != null) {
            announce(found);
        }
    }

    private void announce(Prepared found) {
        synchronized (lock) {
            if (stopped == null) {
                phase = Phase.ANNOUNCING;
            }
            prepared = found;
            connections = found.connections();
        }
        if (isAnnouncing()) {
            tell(() -> listener.prepared(attempt.id(), found.sourceFacts().sizeBytes(), found.connections()));
        }
        Reason reason;
        boolean goOn;
        synchronized (lock) {
            reason = stopped;
            goOn = reason == null && mayWrite;
            phase = reason != null ? Phase.ENDED : goOn ? Phase.WRITING : Phase.PREPARED;
        }
        if (reason != null) {
            answerStopped(reason, leaveNothing(reason));
        } else if (goOn) {
            write();
        }
    }

    private boolean isAnnouncing() {
        synchronized (lock) {
            return phase == Phase.ANNOUNCING;
        }
    }

    private void write() {
        Prepared ends = Objects.requireNonNull(readPrepared());
        deadlineNanos =
                tools.clock().nanoTime() + limit(ends.sourceFacts().sizeBytes()).toNanos();
        CopyWork work = new CopyWork(tools, attempt, ends, footprint, progress);
        TransferFailure failure;
        signal.arm();
        try {
            CopyWork.Result result = work.run();
            signal.disarm();
            end(() -> listener.finished(attempt.id(), result.sizeBytes(), result.checksum()));
            return;
        } catch (TransferException e) {
            failure = e.toFailure();
        } catch (InterruptedException e) {
            failure = new TransferFailure(ErrorCode.INTERNAL, "interrupted by nobody");
        } catch (RuntimeException e) {
            failure = defect(e);
        }
        progress.rest();
        Reason reason = signal.disarm();
        cleanUp(work);
        boolean clean = leaveNothing(reason);
        end(() -> {
            if (reason != null) {
                answerStopped(reason, clean);
            } else {
                listener.failed(attempt.id(), failure, clean);
            }
        });
    }

    private @Nullable Prepared readPrepared() {
        synchronized (lock) {
            return prepared;
        }
    }

    private void cleanUp(CopyWork work) {
        try {
            work.cleanUp();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.error("attempt {}: cleaning up failed", attempt.id(), e);
        }
    }

    /// Removes what an earlier attempt may have left, because this one will not replace it. When the data plane is shut
    /// down it stays: the next start takes it over.
    ///
    /// @return whether the destination holds nothing of this transfer
    private boolean leaveNothing(@Nullable Reason reason) {
        if (footprint.isClean() || footprint.isDirty() || reason == Reason.SHUT_DOWN) {
            return footprint.isClean();
        }
        try {
            if (HttpAddress.isHttp(attempt.transfer().source())
                    && HttpAddress.isHttp(attempt.transfer().destination())) {
                tools.clock().pause(tools.oldCopiesMayRunFor());
            }
            new Preparation(tools, attempt, footprint).destination().remove(true);
            footprint.earlierGone();
        } catch (TransferException e) {
            log.warn("attempt {}: what an earlier attempt left stays behind: {}", attempt.id(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return footprint.isClean();
    }

    private void end(Runnable answer) {
        synchronized (lock) {
            phase = Phase.ENDED;
        }
        onEnd.run();
        tell(answer);
    }

    private void answerStopped(Reason reason, boolean clean) {
        onEnd.run();
        tell(() -> {
            switch (reason) {
                case CANCELED -> listener.canceled(attempt.id(), clean);
                case STALLED ->
                    failed(
                            ErrorCode.TIMEOUT,
                            "no byte moved for " + seconds(tools.settings().stallTimeout()) + "; see whether " + ends()
                                    + " are up",
                            clean);
                case TIMED_OUT ->
                    failed(
                            ErrorCode.TIMEOUT,
                            "not done in time (" + ends() + "); give the transfer a longer timeout or more connections",
                            clean);
                case SHUT_DOWN -> failed(ErrorCode.SERVER_RESTARTED, "the data plane was stopped", clean);
            }
        });
    }

    private void failed(ErrorCode code, String message, boolean clean) {
        listener.failed(attempt.id(), new TransferFailure(code, message), clean);
    }

    private String ends() {
        Prepared known = readPrepared();
        return known == null
                ? "both ends"
                : known.source().name() + " and " + known.destination().name();
    }

    private Duration limit(long sizeBytes) {
        Duration own = attempt.transfer().options().timeout();
        return own != null ? own : tools.settings().attemptTimeout(sizeBytes);
    }

    private void tell(Runnable answer) {
        try {
            answer.run();
        } catch (RuntimeException e) {
            log.error("attempt {}: the listener failed", attempt.id(), e);
        }
    }

    private TransferFailure defect(RuntimeException cause) {
        log.error("attempt {} hit a defect", attempt.id(), cause);
        return new TransferFailure(ErrorCode.INTERNAL, "a defect of the data plane; see the server's log");
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }
}
