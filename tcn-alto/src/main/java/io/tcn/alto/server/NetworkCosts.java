// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.CostType;
import io.tcn.core.model.Resource;
import java.util.List;

/// Costs that follow from the network: `routingcost` is the sum of metrics (lower is better), the others are
/// those of RFC 9439.
final class NetworkCosts {
    private static final double MICROS_PER_MILLI = 1000;
    private static final double BITS_PER_BYTE = 8;

    /// All of them, in the order of the directory.
    static final List<OfferedCost> OFFERED = List.of(
            offered("num-routing", "routingcost", CostType.NUMERICAL, NetworkCosts::metric),
            offered("ord-routing", "routingcost", CostType.ORDINAL, NetworkCosts::metric),
            offered("num-hops", "hopcount", CostType.NUMERICAL, NetworkCosts::hops),
            offered("num-rtt", "delay-rt", CostType.NUMERICAL, NetworkCosts::roundTripMicros),
            offered("num-bw", "bw-residual:max", CostType.NUMERICAL, NetworkCosts::leastLinkBytesPerSecond));

    private NetworkCosts() {}

    private static OfferedCost offered(String name, String metric, String mode, OfferedCost.PairValue value) {
        return new OfferedCost(name, CostType.of(metric, mode), false, value);
    }

    private static double metric(Edition edition, End source, End destination) {
        PublishedNetwork.NetworkPath path = edition.path(source.site(), destination.site());
        return path == null ? Double.NaN : path.metric();
    }

    private static double hops(Edition edition, End source, End destination) {
        PublishedNetwork.NetworkPath path = edition.path(source.site(), destination.site());
        return path == null ? Double.NaN : path.hops();
    }

    /// There and back, which need not be the same way.
    private static double roundTripMicros(Edition edition, End source, End destination) {
        PublishedNetwork.NetworkPath there = edition.path(source.site(), destination.site());
        PublishedNetwork.NetworkPath back = edition.path(destination.site(), source.site());
        return there == null || back == null ? Double.NaN : (there.latencyMs() + back.latencyMs()) * MICROS_PER_MILLI;
    }

    /// In bytes/s (RFC 9439 §4.2). Not defined without a link, or where the capacity of one is unknown.
    private static double leastLinkBytesPerSecond(Edition edition, End source, End destination) {
        PublishedNetwork.NetworkPath path = edition.path(source.site(), destination.site());
        if (path == null) {
            return Double.NaN;
        }
        double leastBps = Double.POSITIVE_INFINITY;
        for (String label : path.elementLabels()) {
            PublishedNetwork.Element element = edition.network().elements().get(label);
            if (element == null) {
                return Double.NaN;
            }
            if (element.kind() == Resource.Kind.LINK) {
                Double capacityBps = element.capacityBps();
                if (capacityBps == null) {
                    return Double.NaN;
                }
                leastBps = Math.min(leastBps, capacityBps);
            }
        }
        return Double.isInfinite(leastBps) ? Double.NaN : leastBps / BITS_PER_BYTE;
    }
}
