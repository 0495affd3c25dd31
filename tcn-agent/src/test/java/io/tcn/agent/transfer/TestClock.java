// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.AgentClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/// Real time, but pauses end at once: what would have happened in the meantime is given as a hook. A test can let more
/// time pass.
final class TestClock implements AgentClock {
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private final AtomicLong aheadNanos = new AtomicLong();
    private volatile Runnable meanwhile = () -> {};

    /// What happens while somebody pauses.
    void meanwhile(Runnable hook) {
        meanwhile = hook;
    }

    /// Lets monotonic time pass; the wall clock does not notice.
    void advance(Duration duration) {
        aheadNanos.addAndGet(duration.toNanos());
    }

    List<Duration> pauses() {
        return List.copyOf(pauses);
    }

    /// All pauses together.
    Duration paused() {
        return pauses.stream().reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void pause(Duration duration) {
        pauses.add(duration);
        meanwhile.run();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime() + aheadNanos.get();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }
}
