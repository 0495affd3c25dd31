// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopWork;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import java.time.Duration;
import org.springframework.stereotype.Component;

/// The loop that lets resource controls with a timetable come into force and end: looked at each second, so that a
/// clock that was put right is followed too.
@Component
final class Timekeeper implements LeaderWork, LoopWork {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final OwnLoop looking;

    Timekeeper(Directory directory, Loops loops) {
        this.looking = loops.own("timetable", LOOK, () -> {
            directory.tellTime();
            return SteadyLoop.Outcome.DONE;
        });
    }

    @Override
    public OwnLoop loop() {
        return looking;
    }
}
