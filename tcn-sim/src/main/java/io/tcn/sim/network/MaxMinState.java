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

    /// Takes the rate of a pipe that has no weight any more.
    void clear(int pipe) {
        for (int k = graph.first[pipe]; k < graph.first[pipe + 1]; k++) {
            carriedBps[graph.resource[k]] -= rateBps[pipe];
        }
        rateBps[pipe] = 0;
        levelBps[pipe] = 0;
        setStopper(pipe, NO_RESOURCE);
    }

    /// Sets the resource that stops a pipe, or [#NO_RESOURCE].
    void setStopper(int pipe, int by) {
        int before = stopper[pipe];
        if (before != by) {
            if (before != NO_RESOURCE) {
                stoppedPipes[before]--;
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
