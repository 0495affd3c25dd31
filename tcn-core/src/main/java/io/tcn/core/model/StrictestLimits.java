// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// The limits of connections that hold at a storage, and between two, whatever the spelling under which they were set:
/// of several the least. Each keeps the spelling of the one that holds, to be named by.
public final class StrictestLimits {
    private StrictestLimits() {}

    /// By storage, the one with the fewest connections that read there.
    public static SortedMap<Endpoint, EndpointLimit> outbound(Collection<EndpointLimit> limits) {
        return strictest(limits, limit -> limit.endpoint().storage(), EndpointLimit::maxOutbound);
    }

    /// By storage, the one with the fewest connections that write there.
    public static SortedMap<Endpoint, EndpointLimit> inbound(Collection<EndpointLimit> limits) {
        return strictest(limits, limit -> limit.endpoint().storage(), EndpointLimit::maxInbound);
    }

    /// By pair of storages, the one with the fewest connections.
    public static SortedMap<EndpointPair, PairLimit> pairs(Collection<PairLimit> limits) {
        return strictest(limits, limit -> limit.pair().storages(), PairLimit::maxConnections);
    }

    private static <K extends Comparable<K>, L> SortedMap<K, L> strictest(
            Collection<L> limits, Function<L, K> key, ToIntFunction<L> most) {
        SortedMap<K, L> strictest = new TreeMap<>();
        for (L limit : limits) {
            strictest.merge(
                    key.apply(limit),
                    limit,
                    (known, other) -> most.applyAsInt(other) < most.applyAsInt(known) ? other : known);
        }
        return strictest;
    }
}
