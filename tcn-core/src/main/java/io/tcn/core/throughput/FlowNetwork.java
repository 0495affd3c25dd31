// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import java.util.Arrays;

/// Flows and the resources that they share, as dense arrays. Flow `i` uses the resources
/// `path[offset[i]] .. path[offset[i + 1] - 1]`. A pipe is a flow whose weight is its number of connections.
///
/// Resource `r` carries at most `C_r(N) = max(0, C_r - d_r * max(0, N - n0_r))`, N being the sum of the weights
/// of all flows on it: the throughput deterioration of the TCN paper, section 4.2.
public final class FlowNetwork {
    private final int[] offset;
    private final int[] path;
    private final int[] userOffset;
    private final int[] user;
    private final double[] capacityBps;
    private final double[] deteriorationFrom;
    private final double[] deteriorationBps;
    private final double[] ceilingBps;

    /// @param paths per flow the indexes of its resources, each at most once
    /// @param capacityBps C per resource in bit/s; positive infinity for a resource that never limits
    /// @param deteriorationFrom n0 per resource, connections; infinity for none
    /// @param deteriorationBps d per resource, bit/s lost per connection above n0
    /// @param ceilingBps per flow the most that one connection carries, in bit/s; infinity for no ceiling
    public FlowNetwork(
            int[][] paths,
            double[] capacityBps,
            double[] deteriorationFrom,
            double[] deteriorationBps,
            double[] ceilingBps) {
        int resources = capacityBps.length;
        if (deteriorationFrom.length != resources || deteriorationBps.length != resources) {
            throw new IllegalArgumentException("capacities and deteriorations must have the same length, given were "
                    + resources + ", " + deteriorationFrom.length + " and " + deteriorationBps.length);
        }
        if (ceilingBps.length != paths.length) {
            throw new IllegalArgumentException(
                    "there are " + paths.length + " paths and " + ceilingBps.length + " ceilings");
        }
        for (int r = 0; r < resources; r++) {
            if (!(capacityBps[r] >= 0) || !(deteriorationFrom[r] >= 0) || !(deteriorationBps[r] >= 0)) {
                throw new IllegalArgumentException("resource " + r + " has a negative capacity or deterioration");
            }
            if (Double.isInfinite(deteriorationBps[r])) {
                throw new IllegalArgumentException("the deterioration of resource " + r + " must be finite");
            }
        }
        this.offset = new int[paths.length + 1];
        for (int i = 0; i < paths.length; i++) {
            offset[i + 1] = offset[i] + paths[i].length;
            if (!(ceilingBps[i] > 0)) {
                throw new IllegalArgumentException("the ceiling of flow " + i + " must be positive");
            }
        }
        this.path = new int[offset[paths.length]];
        this.userOffset = new int[resources + 1];
        int[] lastUser = new int[resources];
        Arrays.fill(lastUser, -1);
        for (int i = 0; i < paths.length; i++) {
            for (int k = 0; k < paths[i].length; k++) {
                int resource = paths[i][k];
                if (resource < 0 || resource >= resources) {
                    throw new IllegalArgumentException("flow " + i + " uses resource " + resource + " of " + resources);
                }
                if (lastUser[resource] == i) {
                    throw new IllegalArgumentException("flow " + i + " uses resource " + resource + " twice");
                }
                lastUser[resource] = i;
                path[offset[i] + k] = resource;
                userOffset[resource + 1]++;
            }
        }
        for (int r = 0; r < resources; r++) {
            userOffset[r + 1] += userOffset[r];
        }
        this.user = new int[path.length];
        int[] next = Arrays.copyOf(userOffset, resources);
        for (int i = 0; i < paths.length; i++) {
            for (int k = offset[i]; k < offset[i + 1]; k++) {
                user[next[path[k]]++] = i;
            }
        }
        this.capacityBps = Arrays.copyOf(capacityBps, resources);
        this.deteriorationFrom = Arrays.copyOf(deteriorationFrom, resources);
        this.deteriorationBps = Arrays.copyOf(deteriorationBps, resources);
        this.ceilingBps = Arrays.copyOf(ceilingBps, ceilingBps.length);
    }

    public int flows() {
        return offset.length - 1;
    }

    public int resources() {
        return capacityBps.length;
    }

    int pathStart(int flow) {
        return offset[flow];
    }

    int pathEnd(int flow) {
        return offset[flow + 1];
    }

    int resourceAt(int position) {
        return path[position];
    }

    int usersStart(int resource) {
        return userOffset[resource];
    }

    int usersEnd(int resource) {
        return userOffset[resource + 1];
    }

    /// A flow that uses a resource; the flows of a resource stand in the order of their indexes.
    int userAt(int position) {
        return user[position];
    }

    /// The most that one connection of a flow carries, in bit/s; infinite where there is no ceiling.
    public double ceilingBps(int flow) {
        return ceilingBps[flow];
    }

    /// What a resource carries when `connections` use it, in bit/s.
    public double capacityBps(int resource, double connections) {
        double excess = connections - deteriorationFrom[resource];
        if (!(excess > 0) || deteriorationBps[resource] == 0) {
            return capacityBps[resource];
        }
        return Math.max(0, capacityBps[resource] - deteriorationBps[resource] * excess);
    }

    /// How that changes with one connection more, in bit/s per connection: zero or less. Where the deterioration
    /// begins (exactly n0 connections) it counts already, and where nothing is left, nothing more is lost: it is
    /// the derivative for a rising number of connections.
    double capacitySlopeBps(int resource, double connections) {
        double excess = connections - deteriorationFrom[resource];
        boolean deteriorates = excess >= 0
                && capacityBps[resource] < Double.POSITIVE_INFINITY
                && capacityBps[resource] - deteriorationBps[resource] * excess > 0;
        return deteriorates ? -deteriorationBps[resource] : 0;
    }
}
