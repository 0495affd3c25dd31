// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.Address;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the control plane expects for new transfers at one time: its own view, published beside the network's.
/// A pair that is not there has no costs.
///
/// @param byAddress by the addresses of source and destination; goes before the next
/// @param bySite by the sites of source and destination
public record ExpectedCosts(Map<Pair<Address>, Expectation> byAddress, Map<Pair<String>, Expectation> bySite) {
    /// Nothing is expected.
    public static final ExpectedCosts NONE = new ExpectedCosts(Map.of(), Map.of());

    /// Two ends.
    public record Pair<T>(T source, T destination) {}

    /// What is expected for one pair; null for what is not known. Values that are not finite count as not known.
    ///
    /// @param throughputBps in bit/s (published in bytes/s, as RFC 9439 §4.1 has it)
    /// @param queueSeconds how long a new transfer waits, in seconds
    /// @param price price of one bit/s more
    public record Expectation(
            @Nullable Double throughputBps,
            @Nullable Double queueSeconds,
            @Nullable Double price) {}

    public ExpectedCosts {
        byAddress = Map.copyOf(byAddress);
        bySite = Map.copyOf(bySite);
    }
}
