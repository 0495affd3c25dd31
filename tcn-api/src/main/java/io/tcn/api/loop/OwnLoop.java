// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import java.time.Duration;

/// A [SteadyLoop] on a thread of its own, which ends with it.
public final class OwnLoop {
    private final LoopThread thread;
    private final SteadyLoop loop;

    OwnLoop(LoopState state, Duration pause, SteadyLoop.Work work) {
        this.thread = new LoopThread(state);
        this.loop = new SteadyLoop(state, thread, pause, work);
    }

    OwnLoop(LoopState state, Duration pause, Duration longestPause, SteadyLoop.Work work) {
        this.thread = new LoopThread(state);
        this.loop = new SteadyLoop(state, thread, pause, longestPause, work);
    }

    /// Begins, with the first run after a pause.
    public void start() {
        loop.start();
    }

    /// The next run comes at once.
    public void runSoon() {
        loop.runSoon();
    }

    /// Ends for good; a run that is under way is waited for.
    public void stop() {
        loop.stop();
        thread.close();
    }

    /// The same with another patience.
    public void stop(Duration patience) {
        loop.stop();
        thread.close(patience);
    }

    public boolean isRunning() {
        return loop.isRunning();
    }
}
