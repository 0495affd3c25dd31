// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A data plane whose attempts end when the test says so.
final class FakeDataPlane implements DataPlane {
    private record Running(Attempt attempt, AttemptListener listener) {}

    private final Map<AttemptId, Running> running = new LinkedHashMap<>();
    private final Map<TransferId, AttemptId> writing = new LinkedHashMap<>();
    final List<AttemptId> started = new ArrayList<>();
    final List<AttemptId> canceled = new ArrayList<>();
    final List<PipeId> forgotten = new ArrayList<>();
    final List<PipeTuning> tuned = new ArrayList<>();
    final Map<AttemptId, Integer> connections = new LinkedHashMap<>();
    boolean adjustable;
    boolean oneConnectionOnly;

    /// At most so many connections for an attempt that runs.
    int most = Integer.MAX_VALUE;

    /// So many requests of attempts are under way, by attempt: fewer do not count.
    final Map<AttemptId, Integer> underWay = new LinkedHashMap<>();

    /// How many each attempt was asked to use last.
    final Map<AttemptId, Integer> asked = new LinkedHashMap<>();

    /// How many connections an attempt could use that keeps those it begins with; 0 if it could use as many as offered.
    int atBegin;

    /// Whether attempts that were started are never prepared.
    boolean slowToPrepare;
    final List<AttemptId> cleaned = new ArrayList<>();

    /// Whether cancelled attempts and clean-ups end only by [#stopped].
    boolean slowToStop;

    /// The number of a transfer whose start throws.
    long refuses;

    /// What each start is answered with at once; null if attempts begin.
    @Nullable
    TransferFailure refusal;

    /// What is done first at each start.
    Runnable atStart = () -> {};

    /// The number of a transfer whose first start ends in an error.
    long runsOutOfMemoryAt;

    @Override
    public void tune(PipeId pipe, PipeTuning tuning) {
        tuned.add(tuning);
    }

    @Override
    public void forget(PipeId pipe) {
        forgotten.add(pipe);
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        atStart.run();
        TransferFailure refused = refusal;
        if (refused != null) {
            listener.failed(attempt.id(), refused, true);
            return;
        }
        if (attempt.transfer().id().value() == refuses) {
            throw new IllegalStateException("no thread left");
        }
        if (attempt.transfer().id().value() == runsOutOfMemoryAt) {
            runsOutOfMemoryAt = 0;
            throw new OutOfMemoryError("no memory left");
        }
        running.put(attempt.id(), new Running(attempt, listener));
        started.add(attempt.id());
        int used = oneConnectionOnly ? 1 : attempt.connections();
        connections.put(attempt.id(), used);
        if (!slowToPrepare) {
            listener.prepared(attempt.id(), attempt.transfer().sizeBytes(), atBegin > 0 ? atBegin : used);
        }
    }

    @Override
    public void proceed(AttemptId attempt) {
        AttemptId other = writing.put(attempt.transfer(), attempt);
        if (other != null) {
            throw new AssertionError("transfer " + attempt.transfer() + " is written twice at once");
        }
    }

    @Override
    public void cancel(AttemptId attempt) {
        canceled.add(attempt);
        if (!slowToStop) {
            end(attempt).listener.canceled(attempt, true);
        }
    }

    @Override
    public void cleanUp(Attempt attempt, AttemptListener listener) {
        running.put(attempt.id(), new Running(attempt, listener));
        cleaned.add(attempt.id());
    }

    @Override
    public int adjust(AttemptId attempt, int wanted) {
        boolean begins = atBegin > 0 && !writing.containsValue(attempt);
        asked.put(attempt, wanted);
        if (adjustable || begins) {
            int used = Math.min(most, begins ? Math.min(wanted, atBegin) : wanted);
            connections.put(attempt, Math.max(underWay.getOrDefault(attempt, 1), used));
        }
        return Objects.requireNonNull(connections.get(attempt));
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return 0;
    }

    void finish(long transfer) {
        AttemptId attempt = attemptOf(transfer);
        Running ended = end(attempt);
        ended.listener.finished(attempt, ended.attempt.transfer().sizeBytes(), null);
    }

    void fail(long transfer, ErrorCode code) {
        fail(transfer, code, true);
    }

    void fail(long transfer, TransferFailure failure) {
        fail(transfer, failure, true);
    }

    void fail(long transfer, TransferFailure failure, boolean clean) {
        AttemptId attempt = attemptOf(transfer);
        end(attempt).listener.failed(attempt, failure, clean);
    }

    void fail(long transfer, ErrorCode code, boolean clean) {
        AttemptId attempt = attemptOf(transfer);
        end(attempt).listener.failed(attempt, new TransferFailure(code, "it broke"), clean);
    }

    /// A cancelled attempt, or a clean-up, ends.
    void stopped(long transfer, boolean clean) {
        AttemptId attempt = attemptOf(transfer);
        end(attempt).listener.canceled(attempt, clean);
    }

    List<Long> running() {
        return running.keySet().stream().map(id -> id.transfer().value()).toList();
    }

    Attempt attempt(long transfer) {
        return Objects.requireNonNull(running.get(attemptOf(transfer))).attempt;
    }

    private AttemptId attemptOf(long transfer) {
        return running.keySet().stream()
                .filter(id -> id.transfer().value() == transfer)
                .findFirst()
                .orElseThrow(() -> new AssertionError("transfer " + transfer + " does not run, but " + running()));
    }

    private Running end(AttemptId attempt) {
        writing.remove(attempt.transfer(), attempt);
        return Objects.requireNonNull(running.remove(attempt), "attempt " + attempt + " does not run");
    }
}
