// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopWork;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.ActivityIndex;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// The loop that sees to it that the index of queues by activity is there while activities have shares, and else not.
@Component
final class ActivityIndexCare implements LeaderWork, LoopWork {
    private static final Logger LOG = LoggerFactory.getLogger(ActivityIndexCare.class);

    /// How soon it follows shares that were set.
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private static final Duration STOP = Duration.ofSeconds(1);

    private final ActivityIndex index;
    private final OwnLoop loop;

    ActivityIndexCare(ActivityIndex index, Loops loops) {
        this.index = index;
        this.loop = loops.own("activity-index", PAUSE, this::fit);
    }

    private SteadyLoop.Outcome fit() {
        if (index.fit()) {
            LOG.info("The index of the queues by activity was made or dropped, as shares of activities need it");
        }
        return SteadyLoop.Outcome.DONE;
    }

    @Override
    public void start() {
        loop.start();
        loop.runSoon();
    }

    @Override
    public void stop() {
        loop.stop(STOP);
    }

    @Override
    public OwnLoop loop() {
        return loop;
    }
}
