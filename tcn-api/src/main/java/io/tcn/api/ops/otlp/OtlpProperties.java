// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// The OpenTelemetry collector that gets traces and metrics.
///
/// @param collector its address for OTLP over HTTP, such as `http://localhost:4318`; null or empty: none
/// @param share how many of all jobs are traced, more than 0 and at most 1
/// @param interval time between two sendings of metrics
@ConfigurationProperties("tcn.otlp")
public record OtlpProperties(
        @Nullable URI collector,
        @DefaultValue("1") double share,
        @DefaultValue("60s") Duration interval) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Set<String> SCHEMES = Set.of("http", "https");

    public OtlpProperties {
        List<String> complaints = new ArrayList<>();
        if (collector != null && !collector.toString().isEmpty() && !isAddress(collector)) {
            complaints.add("tcn.otlp.collector must be an address such as http://localhost:4318, given was "
                    + collector.getScheme() + "://" + collector.getHost());
        }
        if (!(share > 0 && share <= 1)) {
            complaints.add("tcn.otlp.share must be more than 0 and at most 1, given was " + share);
        }
        if (interval.compareTo(SHORTEST) < 0) {
            complaints.add("tcn.otlp.interval must be 1s or more, given was " + interval);
        }
        if (!complaints.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", complaints));
        }
    }

    private static boolean isAddress(URI address) {
        return address.getScheme() != null
                && SCHEMES.contains(address.getScheme().toLowerCase(Locale.ROOT))
                && address.getHost() != null
                && address.getRawUserInfo() == null
                && address.getRawQuery() == null
                && address.getRawFragment() == null;
    }

    /// Where the collector takes something.
    ///
    /// @param what `traces` or `metrics`
    String endpoint(String what) {
        String text = String.valueOf(collector);
        return (text.endsWith("/") ? text : text + "/") + "v1/" + what;
    }
}
