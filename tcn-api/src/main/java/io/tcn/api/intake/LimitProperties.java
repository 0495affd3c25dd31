// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How much is taken in. Who is above a limit is told with 429 when to come again; 0 is no limit.
///
/// @param openTransfers transfers of all users together that are not over
/// @param openTransfersPerUser those of one user
/// @param requestsPerSecond requests of all callers together, in the mean; as many more as one second allows may come
/// at
///     once
/// @param requestsPerSecondPerCaller those of one caller
@ConfigurationProperties("tcn.limits")
public record LimitProperties(
        @DefaultValue("10000000") long openTransfers,
        @DefaultValue("0") long openTransfersPerUser,
        @DefaultValue("0") int requestsPerSecond,
        @DefaultValue("0") int requestsPerSecondPerCaller) {
    public LimitProperties {
        check("open-transfers", openTransfers);
        check("open-transfers-per-user", openTransfersPerUser);
        check("requests-per-second", requestsPerSecond);
        check("requests-per-second-per-caller", requestsPerSecondPerCaller);
    }

    private static void check(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(
                    "tcn.limits." + name + " must be 0 (no limit) or more, given was " + value);
        }
    }
}
