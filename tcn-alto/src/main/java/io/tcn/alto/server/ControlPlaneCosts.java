// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.CostType;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The control plane's own view as costs: expected throughput (`tput` of RFC 9439, bytes/s), expected time in
/// the queue (seconds), price.
final class ControlPlaneCosts {
    private static final double BITS_PER_BYTE = 8;

    private ControlPlaneCosts() {}

    /// The cost types with the values of one snapshot.
    static List<OfferedCost> of(ExpectedCosts costs) {
        return List.of(
                offered("tcn-tput", "tput", costs, ControlPlaneCosts::bytesPerSecond),
                offered("tcn-queue-time", "priv:tcn-queue-time", costs, ExpectedCosts.Expectation::queueSeconds),
                offered("tcn-price", "priv:tcn-price", costs, ExpectedCosts.Expectation::price));
    }

    private static @Nullable Double bytesPerSecond(ExpectedCosts.Expectation expected) {
        return expected.throughputBps() == null ? null : (Double) (expected.throughputBps() / BITS_PER_BYTE);
    }

    private static OfferedCost offered(
            String name,
            String metric,
            ExpectedCosts costs,
            Function<ExpectedCosts.Expectation, @Nullable Double> part) {
        return new OfferedCost(name, CostType.of(metric, CostType.NUMERICAL), true, (edition, source, destination) -> {
            ExpectedCosts.Expectation expected = find(costs, source, destination);
            @Nullable Double value = expected == null ? null : part.apply(expected);
            return value == null || value.isInfinite() ? Double.NaN : value;
        });
    }

    private static ExpectedCosts.@Nullable Expectation find(ExpectedCosts costs, End source, End destination) {
        if (source.address() != null && destination.address() != null) {
            ExpectedCosts.Expectation own =
                    costs.byAddress().get(new ExpectedCosts.Pair<>(source.address(), destination.address()));
            if (own != null) {
                return own;
            }
        }
        return source.site() == null || destination.site() == null
                ? null
                : costs.bySite().get(new ExpectedCosts.Pair<>(source.site(), destination.site()));
    }
}
