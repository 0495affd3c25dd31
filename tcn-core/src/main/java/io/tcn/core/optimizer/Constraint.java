// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import java.util.Arrays;

/// One bound of a user on one resource, worked out against the present network map.
public final class Constraint {
    private final UserId user;
    private final ResourceId resource;
    private final double boundBps;
    private final int[] pipes;

    /// @param boundBps the most that the user's pipes together may move over the resource, in bit/s, positive
    /// @param pipes indexes, into the observation's pipes, of the user's pipes that use the resource; rising
    public Constraint(UserId user, ResourceId resource, double boundBps, int[] pipes) {
        if (!(boundBps > 0) || Double.isInfinite(boundBps)) {
            throw new IllegalArgumentException("a bound must be positive, given was " + boundBps + " for user " + user
                    + " on resource " + resource);
        }
        this.user = user;
        this.resource = resource;
        this.boundBps = boundBps;
        this.pipes = Arrays.copyOf(pipes, pipes.length);
    }

    public UserId user() {
        return user;
    }

    public ResourceId resource() {
        return resource;
    }

    /// The bound in bit/s.
    public double boundBps() {
        return boundBps;
    }

    /// What the user's pipes together move over the resource, in bit/s.
    ///
    /// @param throughputBps throughput per pipe of the observation
    public double usedBps(double[] throughputBps) {
        double sum = 0;
        for (int pipe : pipes) {
            sum += throughputBps[pipe];
        }
        return sum;
    }

    /// How far the bound is exceeded, in bit/s; zero when it is kept.
    public double excessBps(double[] throughputBps) {
        return Math.max(0, usedBps(throughputBps) - boundBps);
    }
}
