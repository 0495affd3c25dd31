// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.network;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tcn.alto.map.FeedStatus;
import io.tcn.api.text.EnumWord;
import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.PipeMapping;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.springframework.stereotype.Component;

/// How the ALTO servers are doing, in the text format of Prometheus. Each metric has the label `server`. Values are
/// taken once per scrape.
@Component
public final class AltoMetrics {
    /// What the last scrape saw of one server.
    private static final class Seen {
        private volatile FeedStatus status;
        private volatile double ageSeconds;

        Seen(FeedStatus status) {
            this.status = status;
        }
    }

    private final AltoNetwork network;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<String, Seen> servers = new ConcurrentHashMap<>();

    AltoMetrics(AltoNetwork network) {
        this.network = network;
    }

    /// All metrics as text.
    public synchronized String scrape(Instant now) {
        for (FeedStatus status : network.status()) {
            Seen seen = servers.computeIfAbsent(status.server(), first -> gauges(new Seen(status)));
            seen.status = status;
            seen.ageSeconds = Duration.between(status.confirmedAt(), now).toMillis() / 1000.0;
            status.counters().keySet().forEach(name -> counter(name, seen));
        }
        return registry.scrape();
    }

    private Seen gauges(Seen seen) {
        Tags server = Tags.of("server", seen.status.server());
        gauge("tcn.alto.map.age.seconds", "time since the server was last heard", server, seen, it -> it.ageSeconds);
        gauge("tcn.alto.map.version", "grows with every change", server, seen, it -> it.status.version());
        gauge("tcn.alto.stream.up", "whether the server pushes", server, seen, it -> it.status.streaming() ? 1 : 0);
        gauge(
                "tcn.alto.request.seconds",
                "how long the last request took",
                server,
                seen,
                it -> it.status.lastRequestSeconds());
        for (MapFreshness state : MapFreshness.values()) {
            gauge(
                    "tcn.alto.map.state",
                    "1 for the state that the map is in",
                    server.and("state", EnumWord.of(state)),
                    seen,
                    it -> it.status.freshness() == state ? 1 : 0);
        }
        for (PipeMapping.State state : PipeMapping.State.values()) {
            gauge(
                    "tcn.alto.pairs",
                    "pairs of addresses by what is known of them",
                    server.and("state", EnumWord.of(state)),
                    seen,
                    it -> it.status.pairs().getOrDefault(state, 0));
        }
        String resources = "tcn.alto.resources";
        String text = "resources with and without a capacity";
        gauge(resources, text, server.and("capacity", "known"), seen, it -> it.status.knownCapacities());
        gauge(resources, text, server.and("capacity", "unknown"), seen, it -> it.status.unknownCapacities());
        return seen;
    }

    private void gauge(String name, String text, Tags tags, Seen seen, ToDoubleFunction<Seen> value) {
        Gauge.builder(name, seen, value).description(text).tags(tags).register(registry);
    }

    /// Counters of feeds are named `GROUP.WHICH`.
    private void counter(String name, Seen seen) {
        int dot = name.indexOf('.');
        String which = name.substring(dot + 1);
        Tags server = Tags.of("server", seen.status.server());
        switch (name.substring(0, dot)) {
            case "requests" ->
                counter("tcn.alto.requests", "questions to the server", server.and("result", which), name, seen);
            case "failures" ->
                counter("tcn.alto.failures", "questions that failed, by what", server.and("kind", which), name, seen);
            case "invalid" ->
                counter("tcn.alto.invalid", "answers that were no good", server.and("reason", which), name, seen);
            default -> counter("tcn.alto.stream.events", "what streams brought", server.and("type", name), name, seen);
        }
    }

    private void counter(String metric, String text, Tags tags, String name, Seen seen) {
        FunctionCounter.builder(metric, seen, it -> it.status.counters().getOrDefault(name, 0L))
                .description(text)
                .tags(tags)
                .register(registry);
    }
}
