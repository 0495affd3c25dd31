// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.PipeId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The limits of connections of which a decision gives all, by the pipes that they hold. Made once for a decision: a
/// limit may be about all pipes, and many pipes are asked about.
final class UsedUpLimits {
    private final Map<PipeId, ConnectionLimit> firstOf = new HashMap<>();

    /// @param limits in their order; of several that hold a pipe the first is named
    /// @param pipes what was decided, by the indexes that the limits name
    UsedUpLimits(List<ConnectionLimit> limits, List<PipeDecision> pipes) {
        for (ConnectionLimit limit : limits) {
            int decided = 0;
            for (int k = 0; k < limit.size(); k++) {
                decided += pipes.get(limit.pipe(k)).tuning().connections();
            }
            if (decided >= limit.maxConnections()) {
                for (int k = 0; k < limit.size(); k++) {
                    firstOf.putIfAbsent(pipes.get(limit.pipe(k)).pipe(), limit);
                }
            }
        }
    }

    /// The first one that holds a pipe.
    Optional<ConnectionLimit> of(PipeId pipe) {
        return Optional.ofNullable(firstOf.get(pipe));
    }
}
