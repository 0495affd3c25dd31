// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.core.port.TimeSource;
import java.time.Instant;

/// The clocks of this machine.
final class MachineTime implements TimeSource {
    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }
}
