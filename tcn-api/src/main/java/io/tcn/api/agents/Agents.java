// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Seal;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.BearerTokens;
import io.tcn.api.loop.Loops;
import io.tcn.api.runtime.RemoteAgents;
import io.tcn.api.runtime.RemotePlane;
import io.tcn.api.runtime.Traces;
import io.tcn.api.store.AgentOrders;
import io.tcn.api.store.AgentsEpoch;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/// Agents in processes of their own; only where `tcn.agents.enabled` is true.
@Component
@ConditionalOnProperty(name = "tcn.agents.enabled", havingValue = "true")
public class Agents implements RemoteAgents {
    private final AgentsProperties properties;
    private final AgentsEpoch epochs;
    private final AgentOrders orders;
    private final BearerTokens tokens;
    private final Traces traces;
    private final TimeSource time;
    private final Loops loops;
    private final Seal seal;
    private volatile @Nullable RemoteDataPlane plane;
    private volatile @Nullable KafkaAgents kafka;

    Agents(
            AgentsProperties properties,
            AgentsEpoch epochs,
            AgentOrders orders,
            BearerTokens tokens,
            Optional<Traces> traces,
            TimeSource time,
            Loops loops) {
        this.properties = properties;
        this.epochs = epochs;
        this.orders = orders;
        this.tokens = tokens;
        this.traces = traces.orElse(Traces.NONE);
        this.time = time;
        this.loops = loops;
        this.seal = properties.seal();
    }

    @Override
    public Duration mayGoOn() {
        return properties.lostAfter().plus(Message.Adopt.WITHIN);
    }

    @Override
    public RemotePlane around(AgentDataPlane local, Duration grace) {
        RemoteDataPlane made = new RemoteDataPlane(
                local,
                local,
                local.elsewhere(),
                traces,
                this::begin,
                time,
                new AgentRules(
                        properties.lostAfter(),
                        grace,
                        properties.inProcess() == AgentsProperties.InProcess.FALLBACK,
                        properties.carriesSecrets()),
                new CutOffNews.InLog());
        plane = made;
        return made;
    }

    private void begin(RemoteDataPlane made) {
        long epoch = epochs.raise();
        // Nothing is taken over, and nobody's end was missed.
        Instant since = made.open() == 0 ? null : epochs.heardUntil().orElse(null);
        KafkaAgents way = new KafkaAgents(
                properties.access(),
                properties.topics(),
                seal,
                epoch,
                made,
                tokens,
                properties.carriesSecrets(),
                new RecordedOrders.Notes(orders::record, orders::forget),
                new HeardMark(since, epochs::heardUntil),
                time,
                loops);
        kafka = way;
        made.open(epoch, new AgentRegistry(epoch, properties.lostAfter()), way);
        way.start();
    }

    /// The agents that are known, in the order of their names.
    public List<AgentView> list() {
        RemoteDataPlane known = plane;
        return known == null ? List.of() : known.view();
    }

    /// Whether Kafka answers.
    public boolean isUp() {
        KafkaAgents way = kafka;
        return way != null && way.isUp();
    }

    /// How many messages of agents could not be used.
    public long unreadable() {
        KafkaAgents way = kafka;
        return way == null ? 0 : way.unreadable();
    }
}
