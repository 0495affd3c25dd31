// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AttemptTraces;
import io.tcn.core.port.TimeSource;

/// Data planes that give attempts to agents, without traces.
final class TestPlanes {
    private TestPlanes() {}

    /// One that is not open yet.
    ///
    /// @param local that of the server
    static RemoteDataPlane of(AgentDataPlane local, TimeSource clock, AgentRules rules, CutOffNews news) {
        return new RemoteDataPlane(
                local, () -> {}, local.elsewhere(), AttemptTraces.NONE, itself -> {}, clock, rules, news);
    }

    /// One that agents have heard of.
    static RemoteDataPlane open(
            AgentDataPlane local, TimeSource clock, AgentRules rules, CutOffNews news, OrdersOnly post) {
        RemoteDataPlane plane = of(local, clock, rules, news);
        plane.open(1, new AgentRegistry(1, rules.lostAfter()), post);
        plane.inbox().announced(clock.nanoTime());
        return plane;
    }
}
