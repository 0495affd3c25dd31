// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.AgentClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Real time, but pauses end at once: what would have happened in the meantime is given as a hook.
final class TestClock implements AgentClock {
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private volatile Runnable meanwhile = () -> {};

    /// What happens while somebody pauses.
    void meanwhile(Runnable hook) {
        meanwhile = hook;
    }

    List<Duration> pauses() {
        return List.copyOf(pauses);
    }

    @Override
    public void pause(Duration duration) {
        pauses.add(duration);
        meanwhile.run();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }
}
