// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.PipeMapping;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How one ALTO server and what it has said are doing.
///
/// @param server its name
/// @param service where paths come from: `endpoint-paths`, `pid-paths`, `coarse`, `none`, or `unknown` before the first
///     answer
/// @param version grows with every change of what it says
/// @param freshness of what it has said
/// @param confirmedAt when it was last heard saying that
/// @param answered whether it has ever answered, this start or an earlier one
/// @param streaming whether it tells of changes by itself at present
/// @param joined whether what pairs share is known across all of them
/// @param trouble why it was not heard at the last try; null if it was
/// @param pairs number of pairs in each state
/// @param knownCapacities resources with a capacity
/// @param unknownCapacities resources without
/// @param counters events since the start, by name: `requests.ok`, `requests.failed`, `invalid.JSON`, `events.changed`
/// @param lastRequestSeconds how long the last request took, 0 before the first
public record FeedStatus(
        String server,
        String service,
        long version,
        MapFreshness freshness,
        Instant confirmedAt,
        boolean answered,
        boolean streaming,
        boolean joined,
        @Nullable String trouble,
        Map<PipeMapping.State, Integer> pairs,
        int knownCapacities,
        int unknownCapacities,
        Map<String, Long> counters,
        double lastRequestSeconds) {
    public FeedStatus {
        pairs = Map.copyOf(pairs);
        counters = Map.copyOf(counters);
    }
}
