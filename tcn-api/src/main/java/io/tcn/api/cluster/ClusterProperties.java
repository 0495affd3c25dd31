// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Several servers on one PostgreSQL database, all under `tcn.cluster.`.
///
/// @param enabled whether this server shares its database with others
/// @param address how the other servers reach this one, as in `https://tcn1.example.org:8446`; without a port:
///     at the one that it listens on
/// @param host the name of this server's machine, as drains know it; by default what the machine calls itself
/// @param lease how long the lead is given for; it is renewed twice a second
@ConfigurationProperties("tcn.cluster")
public record ClusterProperties(
        @DefaultValue("false") boolean enabled,
        @Nullable URI address,
        @Nullable String host,
        @DefaultValue("8s") Duration lease) {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,255}");
    private static final Duration SHORTEST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(2);

    public ClusterProperties {
        List<String> complaints = new ArrayList<>();
        if (enabled && address == null) {
            complaints.add("tcn.cluster.address is missing: how the other servers reach this one, as in"
                    + " https://tcn1.example.org:8446");
        }
        if (address != null && !isServer(address)) {
            complaints.add("tcn.cluster.address must be https://HOST or https://HOST:PORT, given was " + address);
        }
        if (host != null && !HOST.matcher(host).matches()) {
            complaints.add(
                    "tcn.cluster.host must be a name of up to 255 letters, digits, points and hyphens, given was "
                            + host);
        }
        if (lease.compareTo(SHORTEST) < 0 || lease.compareTo(LONGEST) > 0) {
            complaints.add("tcn.cluster.lease must be 5s to 2m, given was " + lease);
        }
        if (!complaints.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", complaints));
        }
    }

    private static boolean isServer(URI address) {
        return "https".equalsIgnoreCase(address.getScheme())
                && address.getHost() != null
                && address.getRawUserInfo() == null
                && (address.getRawPath().isEmpty() || address.getRawPath().equals("/"))
                && address.getRawQuery() == null
                && address.getRawFragment() == null;
    }

    /// The address with its port.
    ///
    /// @param port that the server listens on
    String listening(int port) {
        URI own = address;
        if (own == null) {
            throw new IllegalStateException("tcn.cluster.address is missing");
        }
        return "https://" + own.getHost() + ":" + (own.getPort() > 0 ? own.getPort() : port);
    }
}
