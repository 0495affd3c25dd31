// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.DrainedHosts;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.runtime.HostName;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Whether a server starts nothing more.
@Needs(Operation.CONFIG)
@RestController
@RequestMapping("/tcn/v1/drain")
class DrainController {
    private final DrainedHosts drained;
    private final RequestBodies bodies;
    private final HostName own;

    DrainController(DrainedHosts drained, RequestBodies bodies, HostName own) {
        this.drained = drained;
        this.bodies = bodies;
        this.own = own;
    }

    /// `PUT /tcn/v1/drain`.
    @About("Whether a server is to start nothing more.")
    record SetDrain(
            @About(value = "Whether it starts nothing more.", required = true) @Nullable
            Boolean drained,

            @About("Which server, by its host name; by default the one that leads.") @Nullable
            String host) {}

    @GetMapping
    @About(
            "Whether this server, and the others that share its database, start nothing more; by the names of their hosts.")
    List<OperationAnswers.DrainAnswer> all() {
        return drained.all().stream()
                .map(host -> new OperationAnswers.DrainAnswer(host.name(), host.drained()))
                .toList();
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @PutMapping
    @About(
            value = "Lets a server start nothing more, or go on. If it leads, and shares its database with a server of"
                    + " another host that is not drained, the lead is handed over to that one.",
            takes = SetDrain.class)
    OperationAnswers.DrainAnswer set(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        SetDrain body = bodies.read(request, SetDrain.class);
        if (body.drained() == null) {
            throw Problem.badRequest("\"drained\" is missing: true or false");
        }
        String host = body.host() == null ? own.value() : body.host();
        if (!drained.isKnown(host)) {
            throw Problem.badRequest("there is no server " + host + ", only " + drained.names());
        }
        drained.set(host, body.drained(), caller.dn());
        return new OperationAnswers.DrainAnswer(host, body.drained());
    }
}
