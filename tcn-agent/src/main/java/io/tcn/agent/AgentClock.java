// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;

/// Time for the data plane, with the one way to let some of it pass.
public interface AgentClock extends TimeSource {
    /// The clock of this machine.
    AgentClock SYSTEM = new AgentClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public void pause(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }
    };

    /// Returns once the time is over.
    void pause(Duration duration) throws InterruptedException;
}
