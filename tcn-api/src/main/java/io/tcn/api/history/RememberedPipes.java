// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.tcn.api.cluster.ClusterProperties;
import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.HistoryStore;
import io.tcn.api.store.HistoryStore.LastDecision;
import io.tcn.core.memory.PastUses;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeKey;
import io.tcn.core.port.PastUse;
import io.tcn.core.port.PipeHistory;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// What the history tells of pipes, for their first connections: kept in memory, read once before the control plane
/// starts and again every ten minutes, as often as rows of ten minutes are written. One question of bounded size each
/// time; while the database does not answer, what was read last stays, and before that nothing is known.
///
/// Where several servers share the database, who takes the lead also reads what the one before has decided last, with
/// one more question: its pipes go on with that, and nothing is lost but the interval that was under way.
@Component
class RememberedPipes implements PipeHistory, LeaderWork {
    private static final Logger LOG = LoggerFactory.getLogger(RememberedPipes.class);
    private static final Duration STOP = Duration.ofSeconds(1);

    /// Pipes that are remembered, those used last.
    static final int MOST_PIPES = 2000;

    /// Rows of intervals that are looked at for last decisions: those of ten intervals with very many pipes.
    static final int LAST_ROWS = 20_000;

    /// What a change of the lead may take beside the lease and the intervals before and after it.
    private static final Duration CHANGE = Duration.ofMinutes(1);

    private final HistoryStore store;
    private final TimeSource time;
    private final boolean isWanted;
    private final boolean isShared;
    private final Duration justNow;
    private final OwnLoop reading;
    private volatile PastUses known = new PastUses(List.of());
    private volatile Map<PipeKey, LastDecision> decided = Map.of();

    RememberedPipes(
            HistoryStore store, TcnProperties properties, ClusterProperties cluster, TimeSource time, Loops loops) {
        this.store = store;
        this.time = time;
        this.isShared = cluster.enabled();
        this.justNow = properties
                .control()
                .interval()
                .multipliedBy(2)
                .plus(cluster.lease())
                .plus(CHANGE);
        this.isWanted =
                properties.control().warmStart() && !properties.history().keep().isZero();
        this.reading = loops.own("warm-start", Slots.LENGTH, this::read);
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
    public OptionalDouble goesOnWith(Pipe pipe, Instant now) {
        LastDecision last = decided.get(pipe.key());
        return last == null || Duration.between(last.at(), now).compareTo(justNow) > 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(last.connections());
    }

    private void readDecisions() {
        decided = store.lastDecisions(time.now().minus(justNow), LAST_ROWS).stream()
                .collect(Collectors.toMap(LastDecision::key, Function.identity(), (one, other) -> other));
        if (!decided.isEmpty()) {
            LOG.info("{} pipes go on with the connections that the server before has decided", decided.size());
        }
    }

    @Override
    public void start() {
        if (!isWanted) {
            return;
        }
        try {
            if (isShared) {
                readDecisions();
            }
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
        reading.stop(STOP);
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
