// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.core;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import java.util.HashMap;
import java.util.Map;

/// A data plane for which every file is there the moment it is asked for, so that only the loop costs time.
final class InstantDataPlane implements DataPlane {
    private record Prepared(Attempt attempt, AttemptListener listener) {}

    private final Map<AttemptId, Prepared> prepared = new HashMap<>();
    private long finished;

    /// Attempts that were finished.
    long finished() {
        return finished;
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        prepared.put(attempt.id(), new Prepared(attempt, listener));
        listener.prepared(attempt.id(), attempt.transfer().sizeBytes(), 1);
    }

    @Override
    public void proceed(AttemptId attempt) {
        Prepared known = prepared.remove(attempt);
        if (known == null) {
            throw new IllegalStateException("attempt " + attempt + " was not prepared");
        }
        finished++;
        known.listener().finished(attempt, known.attempt().transfer().sizeBytes(), null);
    }

    @Override
    public void cancel(AttemptId attempt) {
        throw new IllegalStateException("nobody cancels here, but attempt " + attempt + " was");
    }

    @Override
    public int adjust(AttemptId attempt, int connections) {
        return 1;
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return 0;
    }
}
