// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// A capacity of the network map that measurements have refuted for several intervals: more is moved, or less although
/// the resource is full.
///
/// @param resource whose capacity it is
/// @param toldBps what the map tells, in bit/s
/// @param measuredBps what is moved, in bit/s, as the mean of the last few intervals
/// @param connections that are open on it; where many of them cost capacity, fewer may carry what the map tells
public record DoubtedCapacity(ResourceId resource, double toldBps, double measuredBps, double connections) {
    /// Whether more is moved than the map tells.
    public boolean isAbove() {
        return measuredBps > toldBps;
    }
}
