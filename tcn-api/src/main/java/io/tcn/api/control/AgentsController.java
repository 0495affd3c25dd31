// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.agents.AgentView;
import io.tcn.api.agents.Agents;
import io.tcn.api.openapi.About;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The agents that move files for this server in processes of their own.
@RestController
@Needs(value = Operation.CONFIG, level = Level.ALL)
class AgentsController {
    private final ObjectProvider<Agents> agents;

    AgentsController(ObjectProvider<Agents> agents) {
        this.agents = agents;
    }

    /// Processes of one name stay together.
    @GetMapping("/tcn/v1/agents")
    @About("A page of the agents that move files for this server in processes of their own, by name.")
    AgentAnswers.AgentsAnswer agents(
            @About("The last name of the page before.") @RequestParam(required = false) @Nullable String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response) {
        Pages.check(limit);
        Agents present = agents.getIfAvailable();
        if (present == null) {
            return new AgentAnswers.AgentsAnswer(false, null, null, List.of());
        }
        return new AgentAnswers.AgentsAnswer(
                true,
                present.isUp(),
                present.unreadable(),
                Pages.cutWhole(new Pages.Listing(request, response, limit), present.list(), AgentView::name, after)
                        .stream()
                        .map(AgentsController::view)
                        .toList());
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
                agent.lastHeartbeat(),
                agent.unreached().stream().map(AgentAnswers.UnreachedAnswer::of).toList());
    }
}
