// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import java.time.Duration;
import org.springframework.stereotype.Component;

/// The loop that lets resource controls with a timetable come into force and end: looked at each second, so that a
/// clock that was put right is followed too.
@Component
final class Timekeeper implements LeaderWork {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final LoopThread thread;
    private final SteadyLoop looking;

    Timekeeper(Directory directory, Loops loops) {
        this.thread = loops.thread("timetable");
        this.looking = new SteadyLoop(loops.of("timetable"), thread, LOOK, () -> {
            directory.tellTime();
            return SteadyLoop.Outcome.DONE;
        });
    }

    @Override
    public void start() {
        looking.start();
    }

    @Override
    public void stop() {
        looking.stop();
        thread.close();
    }

    @Override
    public boolean isRunning() {
        return looking.isRunning();
    }

    /// After the control plane, and stopped before it.
    @Override
    public int getPhase() {
        return 1;
    }
}
