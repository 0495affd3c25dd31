// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets a command that would go on for ever end in order when the process is told to end (SIGINT, SIGTERM): the thread
/// of the command is interrupted, and the process waits until it has cleaned up.
final class StopSignal implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 5;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;

    private StopSignal(Thread command) {
        this.hook = new Thread(
                () -> {
                    command.interrupt();
                    try {
                        boolean _ = ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                },
                "tcn-alto-stop");
    }

    /// For the command that runs in this thread, until closed.
    static StopSignal install() {
        StopSignal signal = new StopSignal(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // the hook is running: it was waiting for this
        }
    }
}
