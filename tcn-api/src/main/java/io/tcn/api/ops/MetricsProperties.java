// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Metrics that have names of users, storages and pipes.
///
/// @param busiest of how many users, storages, pipes and resource controls each there are metrics: the busiest; the
///     others of users and storages are summed up
/// @param readers distinguished names of clients that see those of all users, such as that of Prometheus
@ConfigurationProperties("tcn.metrics")
record MetricsProperties(
        @DefaultValue("20") int busiest, @DefaultValue List<String> readers) {
    private static final int MOST = 1000;

    MetricsProperties {
        if (busiest < 0 || busiest > MOST) {
            throw new IllegalArgumentException("tcn.metrics.busiest must be 0 to " + MOST + ", given was " + busiest);
        }
        readers = List.copyOf(readers);
    }
}
