// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import java.util.Arrays;

/// What [IncrementalMaxMin] and its [Filling] work on: weights and capacities as given, rates as found.
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

    /// Per resource how many pipes it stops.
    final int[] stoppedPipes;

    /// Per resource the sum of the rates of its pipes. Kept by differences: their rounding noise is of the order
    /// of 1e-16 of the sum each, and [#sumCarried] takes it away from time to time.
    final double[] carriedBps;

    /// Per resource how many of its pipes have a rate that was worked out: those with a weight.
    final int[] activeUsers;

    private final boolean[] isActive;

    MaxMinState(PathGraph graph) {
        this.graph = graph;
        int pipes = graph.pipes();
        this.capacityBps = new double[graph.resources()];
        this.weight = new double[pipes];
        this.ceilingLevelBps = new double[pipes];
        this.rateBps = new double[pipes];
        this.levelBps = new double[pipes];
        this.stopper = new int[pipes];
        this.carriedBps = new double[graph.resources()];
        this.activeUsers = new int[graph.resources()];
        this.isActive = new boolean[pipes];
        this.stoppedPipes = new int[graph.resources()];
        Arrays.fill(ceilingLevelBps, Double.POSITIVE_INFINITY);
        Arrays.fill(stopper, NO_RESOURCE);
    }

    /// Sets where a pipe stops.
    ///
    /// @param by the resource that stops it, or [#NO_RESOURCE]
    void stop(int pipe, double level, int by) {
        double before = rateBps[pipe];
        double rate = weight[pipe] * level;
        rateBps[pipe] = rate;
        levelBps[pipe] = level;
        if (rate != before) {
            for (int k = graph.first[pipe]; k < graph.first[pipe + 1]; k++) {
                carriedBps[graph.resource[k]] += rate - before;
            }
        }
        if (stopper[pipe] != by) {
            if (stopper[pipe] != NO_RESOURCE) {
                stoppedPipes[stopper[pipe]]--;
            }
            if (by != NO_RESOURCE) {
                stoppedPipes[by]++;
            }
            stopper[pipe] = by;
        }
    }

    /// Notes whether a pipe has a weight.
    void setActive(int pipe, boolean active) {
        if (isActive[pipe] != active) {
            isActive[pipe] = active;
            for (int k = graph.first[pipe]; k < graph.first[pipe + 1]; k++) {
                activeUsers[graph.resource[k]] += active ? 1 : -1;
            }
        }
    }

    /// Sums anew what resources carry.
    void sumCarried() {
        for (int r = 0; r < carriedBps.length; r++) {
            double sum = 0;
            for (int k = graph.firstUser[r]; k < graph.firstUser[r + 1]; k++) {
                sum += rateBps[graph.user[k]];
            }
            carriedBps[r] = sum;
        }
    }
}
