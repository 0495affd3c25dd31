// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.PipeId;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.WrappedDataPlane;
import io.tcn.sim.engine.Engine;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

/// A data plane whose pipes report what they have moved now and then only, as storages do with performance markers:
/// between two reports a counter stands still, then it jumps. Each pipe reports in a rhythm of its own,
/// beginning at a random moment.
///
/// Used by one thread.
final class MarkedDataPlane extends WrappedDataPlane {
    private final Engine engine;
    private final Map<PipeId, Report> reports = new HashMap<>();

    /// @param bytes what was moved then
    /// @param bytesPerNano since the report before
    private record Report(long atNanos, long bytes, double bytesPerNano, Duration period) {}

    MarkedDataPlane(DataPlane real, Engine engine) {
        super(real);
        this.engine = engine;
    }

    /// Lets a pipe report every so often.
    void report(PipeId pipe, Duration period, RandomGenerator random) {
        reports.put(pipe, new Report(engine.nanoTime(), 0, 0, period));
        engine.schedule(Duration.ofNanos(1 + random.nextLong(period.toNanos())), () -> mark(pipe, period));
    }

    private void mark(PipeId pipe, Duration period) {
        Report before = Objects.requireNonNull(reports.get(pipe));
        long now = engine.nanoTime();
        long bytes = super.movedBytes(pipe);
        double rate = (double) (bytes - before.bytes()) / Math.max(1, now - before.atNanos());
        reports.put(pipe, new Report(now, bytes, rate, period));
        engine.schedule(period, () -> mark(pipe, period));
    }

    @Override
    public long movedBytes(PipeId pipe) {
        Report last = reports.get(pipe);
        return last == null ? super.movedBytes(pipe) : last.bytes();
    }

    /// As a data plane of storages would guess: bytes come as between the last two reports.
    @Override
    public long outstandingBytes(PipeId pipe) {
        Report last = reports.get(pipe);
        return last == null ? 0 : Math.round(last.bytesPerNano() * (engine.nanoTime() - last.atNanos()));
    }
}
