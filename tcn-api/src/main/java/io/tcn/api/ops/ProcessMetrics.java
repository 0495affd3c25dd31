// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/// The Java process: memory, garbage collections, threads, processors, files, uptime; under Micrometer's own names, so
/// that dashboards for any Java server fit.
@Component
final class ProcessMetrics implements MeterBinder, DisposableBean {
    private final List<JvmGcMetrics> listening = new ArrayList<>();

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        new JvmMemoryMetrics().bindTo(registry);
        JvmGcMetrics collections = new JvmGcMetrics();
        collections.bindTo(registry);
        listening.add(collections);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    @Override
    public synchronized void destroy() {
        listening.forEach(JvmGcMetrics::close);
    }
}
