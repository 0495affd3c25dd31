// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.HistoryStore;
import io.tcn.core.memory.PastUses;
import io.tcn.core.model.Pipe;
import io.tcn.core.port.PastUse;
import io.tcn.core.port.PipeHistory;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// What the history tells of pipes, for their first connections: kept in memory, read once before the control plane
/// starts and again every ten minutes, as often as rows of ten minutes are written. One question of bounded size each
/// time; while the database does not answer, what was read last stays, and before that nothing is known.
@Component
class RememberedPipes implements PipeHistory, LeaderWork {
    private static final Logger LOG = LoggerFactory.getLogger(RememberedPipes.class);
    private static final Duration STOP = Duration.ofSeconds(1);

    /// Pipes that are remembered, those used last.
    static final int MOST_PIPES = 2000;

    private final HistoryStore store;
    private final boolean isWanted;
    private final LoopThread thread;
    private final SteadyLoop reading;
    private volatile PastUses known = new PastUses(List.of());

    RememberedPipes(HistoryStore store, TcnProperties properties, Loops loops) {
        this.store = store;
        this.isWanted =
                properties.control().warmStart() && !properties.history().keep().isZero();
        this.thread = loops.thread("warm-start");
        this.reading = new SteadyLoop(loops.of("warm-start"), thread, Slots.LENGTH, this::read);
    }

    private SteadyLoop.Outcome read() {
        known = new PastUses(store.lastUses(MOST_PIPES));
        return SteadyLoop.Outcome.DONE;
    }

    @Override
    public List<PastUse> like(Pipe pipe) {
        return known.like(pipe);
    }

    @Override
    public void start() {
        if (!isWanted) {
            return;
        }
        try {
            read();
            LOG.info("The history tells of {} pipes how many connections they had", known.pipes());
        } catch (RuntimeException away) {
            // A start value only: without it pipes begin with the fewest connections.
            LOG.warn("The history cannot tell how many connections pipes had: {}", away.getMessage());
        }
        reading.start();
    }

    @Override
    public void stop() {
        reading.stop();
        thread.close(STOP);
    }

    @Override
    public boolean isRunning() {
        return reading.isRunning();
    }

    /// Before the control plane, which asks at its start.
    @Override
    public int getPhase() {
        return -1;
    }
}
