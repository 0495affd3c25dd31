// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import java.util.Arrays;

/// What [IncrementalMaxMin] and its [Filling] work on: weights and capacities as given, rates as found. Package
/// state without rules of its own.
final class MaxMinState {
    /// Marks a pipe that its own ceiling stops, or that has no weight.
    static final int NO_RESOURCE = -1;

    /// Relative difference below which two rates count as equal: above what sums of some thousand terms lose to
    /// rounding, and small enough that what it hides stays below 1e-9 of a pipe's rate.
    static final double EQUAL = 1e-12;

    final PathGraph graph;
    final double[] capacityBps;
    final double[] weight;

    /// Per pipe the level (rate per weight) at which its ceilings stop it; infinite without ceiling.
    final double[] ceilingLevelBps;

    final double[] rateBps;

    /// Per pipe its rate per weight.
    final double[] levelBps;

    /// Per pipe the resource that stops it, or [#NO_RESOURCE].
    final int[] stopper;

    MaxMinState(PathGraph graph) {
        this.graph = graph;
        int pipes = graph.pipes();
        this.capacityBps = new double[graph.resources()];
        this.weight = new double[pipes];
        this.ceilingLevelBps = new double[pipes];
        this.rateBps = new double[pipes];
        this.levelBps = new double[pipes];
        this.stopper = new int[pipes];
        Arrays.fill(ceilingLevelBps, Double.POSITIVE_INFINITY);
        Arrays.fill(stopper, NO_RESOURCE);
    }
}
