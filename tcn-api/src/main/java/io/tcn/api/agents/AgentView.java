// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message.Heartbeat;
import io.tcn.api.runtime.Unreached;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An agent, as others see it.
///
/// @param instance which process, null where it speaks another protocol
/// @param reason why it gets no work, null if it does or its state says all
/// @param running transfers that this server has given to it and that have not ended
/// @param clockAheadMillis by how much its clock was ahead of this server's at its last heartbeat
/// @param unreadable messages that it could not use
/// @param lastHeartbeat when it was heard of last
/// @param unreached the storages that it does not reach
public record AgentView(
        String name,
        @Nullable String instance,
        AgentState state,
        @Nullable String reason,
        @Nullable String version,
        List<String> reach,
        List<String> near,
        List<String> holds,
        int slots,
        int running,
        long clockAheadMillis,
        long unreadable,
        Instant lastHeartbeat,
        List<Unreached> unreached) {
    static AgentView of(AgentRegistry.Known agent, int running, List<Unreached> unreached) {
        Heartbeat last = agent.last();
        return new AgentView(
                last.agent(),
                last.instance(),
                agent.state(),
                null,
                last.version(),
                last.reach(),
                last.near(),
                last.holds(),
                last.slots(),
                running,
                agent.skew().toMillis(),
                last.unreadable(),
                agent.heardAt(),
                unreached);
    }

    static AgentView of(AgentRegistry.Foreign foreign) {
        return new AgentView(
                foreign.sender(),
                null,
                AgentState.OTHER_PROTOCOL,
                foreign.reason(),
                null,
                List.of(),
                List.of(),
                List.of(),
                0,
                0,
                0,
                0,
                foreign.heardAt(),
                List.of());
    }
}
