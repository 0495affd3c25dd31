// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import io.tcn.api.runtime.ServerMetrics;
import io.tcn.api.runtime.Version;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Conditional;
import org.springframework.stereotype.Component;

/// Sends the metrics of `/tcn/v1/metrics` to a collector, again and again from when the server is ready, and
/// once more when it stops. What cannot be sent is dropped: the next sending has the sums all the same.
@Component
@Conditional(CollectorNamed.class)
final class OtlpMetrics implements ApplicationListener<ApplicationReadyEvent>, DisposableBean {
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration READ = Duration.ofSeconds(5);

    private final OtlpProperties properties;
    private final ServerMetrics metrics;
    private final Instance instance;
    private final ToldOnce told;
    private final OtlpMetricsSender sender = new OtlpHttpMetricsSender(new HttpUrlConnectionSender(CONNECT, READ));
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private volatile @Nullable OtlpMeterRegistry registry;

    OtlpMetrics(OtlpProperties properties, ServerMetrics metrics, Instance instance) {
        this.properties = properties;
        this.metrics = metrics;
        this.instance = instance;
        this.told = new ToldOnce("metrics", properties.endpoint("metrics"));
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        if (registry == null) {
            OtlpMeterRegistry made = OtlpMeterRegistry.builder(new Config())
                    .clock(Clock.SYSTEM)
                    .metricsSender(this::send)
                    .build();
            metrics.bindTo(made);
            metrics.addNew(made, known);
            registry = made;
        }
    }

    private void send(OtlpMetricsSender.Request request) throws Exception {
        OtlpMeterRegistry here = registry;
        if (here != null) {
            // For the next time: some come while the server runs.
            metrics.addNew(here, known);
        }
        try {
            sender.send(request);
            told.sent();
        } catch (Exception away) {
            told.failed(String.valueOf(away.getMessage()));
            throw away;
        }
    }

    @Override
    public void destroy() {
        OtlpMeterRegistry here = registry;
        if (here != null) {
            here.close();
        }
    }

    private final class Config implements OtlpConfig {
        @Override
        public @Nullable String get(String key) {
            return null;
        }

        @Override
        public String url() {
            return properties.endpoint("metrics");
        }

        @Override
        public Duration step() {
            return properties.interval();
        }

        @Override
        public Map<String, String> resourceAttributes() {
            return Map.of("service.name", "tcn", "service.version", Version.TEXT, "service.instance.id", instance.id());
        }
    }
}
