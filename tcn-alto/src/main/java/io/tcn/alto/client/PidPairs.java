// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.util.List;

/// Which pairs of PIDs are asked for: each source with each destination. An empty side means all PIDs.
public record PidPairs(List<String> sources, List<String> destinations) {
    /// All pairs.
    public static final PidPairs ALL = new PidPairs(List.of(), List.of());

    public PidPairs {
        sources = List.copyOf(sources);
        destinations = List.copyOf(destinations);
    }
}
