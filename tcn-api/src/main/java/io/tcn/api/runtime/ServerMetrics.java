// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tcn.api.inbound.ConnectionCount;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/// How the server itself is doing, in the text format of Prometheus. Each part of it brings its own metrics.
@Component
public final class ServerMetrics {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final DatabaseWatch database;
    private final LeftoverCare leftovers;
    private final ConnectionCount connections;
    private final List<MeterBinder> parts;
    private final List<GrowingMetrics> growing;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /// @param parts bring metrics of their own
    /// @param growing bring metrics of which there come more
    ServerMetrics(
            DatabaseWatch database,
            LeftoverCare leftovers,
            ConnectionCount connections,
            List<MeterBinder> parts,
            List<GrowingMetrics> growing) {
        this.database = database;
        this.leftovers = leftovers;
        this.connections = connections;
        this.parts = List.copyOf(parts);
        this.growing = List.copyOf(growing);
        bindTo(registry);
    }

    /// All metrics as text.
    public String scrape() {
        addNew(registry, known);
        return registry.scrape();
    }

    /// Puts those metrics into a registry that are there from the beginning.
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

    /// Puts the metrics into a registry that have come since the last time.
    ///
    /// @param there those that are there, added to
    public void addNew(MeterRegistry to, Set<String> there) {
        growing.forEach(metrics -> metrics.addTo(to, there));
    }
}
