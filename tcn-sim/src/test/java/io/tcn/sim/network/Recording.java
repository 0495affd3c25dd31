// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.sim.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lets every prepared attempt proceed and writes down how it ended: `1 finished 100@8.0`.
final class Recording implements AttemptListener {
    final List<String> log = new ArrayList<>();
    private final Engine engine;
    private final DataPlane dataPlane;

    Recording(Engine engine, DataPlane dataPlane) {
        this.engine = engine;
        this.dataPlane = dataPlane;
    }

    private void note(AttemptId attempt, String what) {
        // Ends are late by less than a nanosecond: microseconds are exact enough for pencil and paper.
        log.add(attempt.transfer() + " " + what + "@" + Math.round(engine.nanoTime() / 1e3) / 1e6);
    }

    @Override
    public void prepared(AttemptId attempt, long sizeBytes, int connections) {
        dataPlane.proceed(attempt);
    }

    @Override
    public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
        note(attempt, "finished " + sizeBytes);
    }

    @Override
    public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
        note(attempt, "failed");
    }

    @Override
    public void canceled(AttemptId attempt, boolean destinationClean) {
        note(attempt, "canceled");
    }
}
