// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import io.tcn.agent.transfer.TpcPolicy;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.WrappedDataPlane;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// The contract, with copies in two stages.
class StagedStoragePlaneTest extends StoragePlaneContract {
    private static final PipeTuning THREADS = new PipeTuning(1, PipeTuning.UNLIMITED_STREAMS, 1, 3, 0, 2);

    StagedStoragePlaneTest(@TempDir Path folder) throws IOException {
        super(folder, TpcPolicy.OFF);
    }

    @Override
    protected DataPlane plane() {
        return new Tuned(super.plane());
    }

    /// Tunes every attempt.
    private static final class Tuned extends WrappedDataPlane {
        private final DataPlane real;

        Tuned(DataPlane real) {
            super(real);
            this.real = real;
        }

        private static Attempt tuned(Attempt attempt) {
            return new Attempt(attempt.id(), attempt.transfer(), attempt.connections(), THREADS, attempt.earlier());
        }

        @Override
        public void start(Attempt attempt, AttemptListener listener) {
            real.start(tuned(attempt), listener);
        }

        @Override
        public void cleanUp(Attempt attempt, AttemptListener listener) {
            real.cleanUp(tuned(attempt), listener);
        }
    }
}
