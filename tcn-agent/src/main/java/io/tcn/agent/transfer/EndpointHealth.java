// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How attempts went at an endpoint since the start of the data plane.
///
/// @param endpoint which
/// @param attempts that have ended, failures included
/// @param failures that happened there
/// @param failingSince first failure since the last success; null if the last one went well
/// @param lastSuccess null if there was none
/// @param byReason failures by kind, the most frequent first
public record EndpointHealth(
        Endpoint endpoint,
        long attempts,
        long failures,
        @Nullable Instant failingSince,
        @Nullable Instant lastSuccess,
        List<FailureCount> byReason) {
    /// Failures of one kind.
    ///
    /// @param code what kind
    /// @param count how many
    /// @param firstAt when the first was seen
    /// @param lastAt when the last was seen
    /// @param sample message of the last one
    public record FailureCount(ErrorCode code, long count, Instant firstAt, Instant lastAt, String sample) {}

    public EndpointHealth {
        byReason = List.copyOf(byReason);
    }
}
