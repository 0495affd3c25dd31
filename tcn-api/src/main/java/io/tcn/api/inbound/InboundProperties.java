// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Limits on what comes in.
///
/// @param connectionsPerAddress connections that one address may have open; 0: no limit
/// @param headGrace how long the request line and the header fields may take
/// @param bodyGrace how long the body of a request may take whatever its size
/// @param bodyRate what it must bring per second after that, on average
@ConfigurationProperties("tcn.inbound")
record InboundProperties(
        @DefaultValue("1000") int connectionsPerAddress,
        @DefaultValue("30s") Duration headGrace,
        @DefaultValue("30s") Duration bodyGrace,
        @DefaultValue("20KB") DataSize bodyRate) {
    InboundProperties {
        if (connectionsPerAddress < 0) {
            throw new IllegalArgumentException("tcn.inbound.connections-per-address must be 0 (no limit) or more, given"
                    + " was " + connectionsPerAddress);
        }
        if (!headGrace.isPositive() || !bodyGrace.isPositive() || bodyRate.toBytes() < 1) {
            throw new IllegalArgumentException(
                    "tcn.inbound.head-grace, tcn.inbound.body-grace and tcn.inbound.body-rate"
                            + " must be positive, given were " + headGrace + ", " + bodyGrace + " and " + bodyRate);
        }
    }
}
