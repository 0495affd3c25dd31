// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.tcn.api.network.AltoMetrics;
import io.tcn.api.openapi.About;
import io.tcn.api.runtime.ServerMetrics;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.util.function.Predicate;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// The metrics for Prometheus.
@Needs
@RestController
class MetricsController {
    private final ServerMetrics server;
    private final AltoMetrics alto;
    private final NamedMetrics named;
    private final MetricsProperties properties;
    private final TimeSource time;

    MetricsController(
            ServerMetrics server, AltoMetrics alto, NamedMetrics named, MetricsProperties properties, TimeSource time) {
        this.server = server;
        this.alto = alto;
        this.named = named;
        this.properties = properties;
        this.time = time;
    }

    /// For Prometheus.
    @GetMapping(path = "/tcn/v1/metrics", produces = MediaType.TEXT_PLAIN_VALUE)
    @About("How the server and the ALTO servers are doing, in Prometheus's text format.")
    String metrics(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        return server.scrape() + alto.scrape(time.now()) + named.scrape(mayBeSeen(caller));
    }

    /// The same where Spring Boot's servers have it.
    @GetMapping(path = "/actuator/prometheus", produces = MediaType.TEXT_PLAIN_VALUE)
    String actuator(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        return metrics(caller);
    }

    private Predicate<UserId> mayBeSeen(Caller caller) {
        boolean all = caller.level(Operation.TRANSFER) == Level.ALL
                || properties.readers().contains(caller.dn());
        return all ? user -> true : caller::mayActFor;
    }
}
