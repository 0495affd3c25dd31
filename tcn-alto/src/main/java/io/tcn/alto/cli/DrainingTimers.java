// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.Timers;
import io.tcn.alto.client.VirtualTimers;
import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Timers whose end waits for what has been begun at once, so that a stream can say goodbye.
final class DrainingTimers implements Timers, AutoCloseable {
    private static final long PATIENCE_SECONDS = 2;

    private final VirtualTimers timers = new VirtualTimers();
    private final Phaser begun = new Phaser(1);

    @Override
    public void schedule(Duration delay, Runnable task) {
        if (!delay.isZero()) {
            timers.schedule(delay, task);
            return;
        }
        begun.register();
        timers.schedule(delay, () -> {
            try {
                task.run();
            } finally {
                begun.arriveAndDeregister();
            }
        });
    }

    @Override
    public void close() {
        try {
            begun.awaitAdvanceInterruptibly(begun.arrive(), PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException slow) {
            // the server does not answer our goodbye; it will notice
        } finally {
            timers.close();
        }
    }
}
