// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import java.util.List;

/// How one resource is shared in a [BottleneckStructure].
///
/// @param name as the caller calls it
/// @param connections of all pipes on it
/// @param capacityBps what it carries with that many connections, in bit/s; infinite if it never limits
/// @param loadBps what it does carry, in bit/s
/// @param levelBps what each connection gets that it limits, in bit/s; infinite if it limits none
/// @param limits indexes of the pipes that it limits, ascending
public record ResourceShare(
        String name, double connections, double capacityBps, double loadBps, double levelBps, List<Integer> limits) {
    public ResourceShare {
        limits = List.copyOf(limits);
    }

    /// Load over capacity, from 0 to 1. A resource that can carry nothing is full as soon as somebody uses it, and
    /// one that never limits is never used to any part.
    public double utilisation() {
        if (Double.isInfinite(capacityBps)) {
            return 0;
        }
        if (!(capacityBps > 0)) {
            return connections > 0 ? 1 : 0;
        }
        return Math.min(1, loadBps / capacityBps);
    }
}
