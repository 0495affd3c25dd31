// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// Whether this server leads: over all servers of a database the sum is 1, or 0 while the lead changes hands.
@Component
class ClusterMetrics implements MeterBinder {
    private final ObjectProvider<Leadership> leadership;

    ClusterMetrics(ObjectProvider<Leadership> leadership) {
        this.leadership = leadership;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("tcn.leads", this, it -> it.leadership.getObject().answers() ? 1 : 0)
                .description("whether this server leads; 1 where it has its database for itself")
                .register(registry);
    }
}
