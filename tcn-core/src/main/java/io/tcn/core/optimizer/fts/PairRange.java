// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.optimizer.PipeObservation;
import java.util.List;

/// Least and greatest number of connections of a pair.
final class PairRange {
    /// FTS's least number for pairs without a configured link.
    private static final int MIN = 2;

    /// The same where both ends are in one domain.
    private static final int LAN_MIN = 10;

    private PairRange() {}

    /// The range of a pair; never beyond what its pipes' limits allow together.
    ///
    /// @param pipes all pipes of the pair, at least one
    static PipeLimits of(FtsOptimizerSettings settings, EndpointPair pair, List<PipeObservation> pipes) {
        long min = 0;
        long max = 0;
        for (PipeObservation pipe : pipes) {
            min += pipe.pipe().limits().minConnections();
            max += pipe.pipe().limits().maxConnections();
        }
        PipeLimits together =
                new PipeLimits((int) Math.min(min, Integer.MAX_VALUE), (int) Math.min(max, Integer.MAX_VALUE));
        return switch (settings.range()) {
            case PIPE_LIMITS, LINK_CONFIGURATION -> together;
            case STORAGE_DEFAULTS -> {
                int least = isLan(pair) ? LAN_MIN : MIN;
                int greatest = Math.max(least, settings.storageMaxActive());
                yield new PipeLimits(together.clamp(least), together.clamp(greatest));
            }
        };
    }

    /// Whether FTS takes both ends to be on one site: what follows the first dot of their names is the same. Names
    /// without a dot are of one domain, too.
    private static boolean isLan(EndpointPair pair) {
        return domain(pair.source()).equals(domain(pair.destination()));
    }

    private static String domain(Endpoint endpoint) {
        int dot = endpoint.host().indexOf('.');
        return dot < 0 ? "" : endpoint.host().substring(dot);
    }
}
