// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.agents.AgentView;
import io.tcn.api.agents.Agents;
import io.tcn.api.openapi.About;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/// The agents that move files for this server in processes of their own.
@RestController
@Needs(value = Operation.CONFIG, level = Level.ALL)
class AgentsController {
    private final ObjectProvider<Agents> agents;

    AgentsController(ObjectProvider<Agents> agents) {
        this.agents = agents;
    }

    @GetMapping("/tcn/v1/agents")
    @About("The agents that move files for this server in processes of their own.")
    AgentAnswers.AgentsAnswer agents() {
        Agents present = agents.getIfAvailable();
        return present == null
                ? new AgentAnswers.AgentsAnswer(false, null, null, java.util.List.of())
                : new AgentAnswers.AgentsAnswer(
                        true,
                        present.isUp(),
                        present.unreadable(),
                        present.list().stream().map(AgentsController::view).toList());
    }

    private static AgentAnswers.AgentAnswer view(AgentView agent) {
        return new AgentAnswers.AgentAnswer(
                agent.name(),
                agent.instance(),
                agent.state().name(),
                agent.reason(),
                agent.version(),
                agent.reach(),
                agent.near(),
                agent.holds(),
                agent.slots(),
                agent.running(),
                agent.clockAheadMillis() / 1000.0,
                agent.unreadable(),
                agent.lastHeartbeat());
    }
}
