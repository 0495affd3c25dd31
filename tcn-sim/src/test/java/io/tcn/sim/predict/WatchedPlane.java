// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.WrappedDataPlane;
import io.tcn.sim.network.FluidDataPlane;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A data plane that remembers which attempts run and how far they have come, as a server's agent does.
final class WatchedPlane extends WrappedDataPlane {
    private final FluidDataPlane real;
    private final Map<AttemptId, Attempt> running = new LinkedHashMap<>();

    /// @param seen what loops see, perhaps with noise
    /// @param real what moves
    WatchedPlane(DataPlane seen, FluidDataPlane real) {
        super(seen);
        this.real = real;
    }

    /// What each running transfer has still to move, in bytes.
    Map<TransferId, Double> left() {
        Map<TransferId, Double> left = new LinkedHashMap<>();
        running.values()
                .forEach(attempt -> left.put(
                        attempt.transfer().id(),
                        Math.max(
                                0,
                                attempt.transfer().sizeBytes()
                                        - real.movedBytes(attempt.id()).orElse(0))));
        return left;
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        running.put(attempt.id(), attempt);
        super.start(attempt, new AttemptListener() {
            @Override
            public void prepared(AttemptId id, long sizeBytes, int connections) {
                listener.prepared(id, sizeBytes, connections);
            }

            @Override
            public void finished(AttemptId id, long sizeBytes, @Nullable Checksum checksum) {
                running.remove(id);
                listener.finished(id, sizeBytes, checksum);
            }

            @Override
            public void failed(AttemptId id, TransferFailure failure, boolean destinationClean) {
                running.remove(id);
                listener.failed(id, failure, destinationClean);
            }

            @Override
            public void canceled(AttemptId id, boolean destinationClean) {
                running.remove(id);
                listener.canceled(id, destinationClean);
            }
        });
    }
}
