// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import java.util.List;

/// What one pipe gets in a [BottleneckStructure], and why.
///
/// @param name as the caller calls it
/// @param connections its weight
/// @param throughputBps what it gets, in bit/s; infinite if nothing limits it
/// @param ceilingBps the most that one of its connections carries, in bit/s; infinite for no ceiling
/// @param limit what keeps it from more
/// @param bottleneck index of the resource that limits it, or would limit it if it had connections;
///     [WeightedMaxMin#NO_RESOURCE] for none
/// @param feeds indexes of the resources that it uses and that limit other pipes but not this one
/// @param ownGainBps what one connection more gives to it, to first order, in bit/s
/// @param totalGainBps what that gives to all pipes together, in bit/s; it may be negative
public record PipeShare(
        String name,
        double connections,
        double throughputBps,
        double ceilingBps,
        Limit limit,
        int bottleneck,
        List<Integer> feeds,
        double ownGainBps,
        double totalGainBps) {
    /// What keeps a pipe from more.
    public enum Limit {
        /// A full resource, which it shares.
        RESOURCE,
        /// Each of its connections carries as much as one connection can.
        OWN_CEILING,
        /// It has no connections.
        NO_CONNECTIONS,
        /// No resource and no ceiling that is known.
        NOTHING
    }

    public PipeShare {
        feeds = List.copyOf(feeds);
    }
}
