// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tcn.api.inbound.ConnectionCount;
import io.tcn.api.loop.Loops;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/// How the server itself is doing, in the text format of Prometheus: loops that fail, the database, leftovers,
/// connections that were refused.
@Component
public final class ServerMetrics {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Loops loops;
    private final DatabaseWatch database;
    private final LeftoverCare leftovers;
    private final ConnectionCount connections;
    private final List<MeterBinder> parts;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /// @param parts bring metrics of their own
    ServerMetrics(
            Loops loops,
            DatabaseWatch database,
            LeftoverCare leftovers,
            ConnectionCount connections,
            List<MeterBinder> parts) {
        this.loops = loops;
        this.database = database;
        this.leftovers = leftovers;
        this.connections = connections;
        this.parts = List.copyOf(parts);
        bindTo(registry);
    }

    /// All metrics as text.
    public String scrape() {
        addLoops(registry, known);
        return registry.scrape();
    }

    /// Puts all metrics but those of loops into a registry.
    public void bindTo(MeterRegistry to) {
        parts.forEach(part -> part.bindTo(to));
        Gauge.builder("tcn.database.up", database, it -> it.isUp() ? 1 : 0)
                .description("whether the database answers")
                .register(to);
        Gauge.builder("tcn.leftovers", leftovers, LeftoverCare::known)
                .description("destinations at which transfers may have left something")
                .register(to);
        FunctionCounter.builder("tcn.connections.refused", connections, ConnectionCount::refused)
                .description("connections beyond the limit of their address")
                .register(to);
    }

    /// Puts the metrics of loops into a registry that are not there yet: they come while the server runs.
    ///
    /// @param there names of those that are there, added to
    public void addLoops(MeterRegistry to, Set<String> there) {
        loops.all().stream()
                .filter(loop -> there.add(loop.name()))
                .forEach(loop -> Gauge.builder(
                                "tcn.loop.failing", loop, it -> it.trouble().isPresent() ? 1 : 0)
                        .description("1 while the last run of a loop failed")
                        .tag("loop", loop.name())
                        .register(to));
    }
}
