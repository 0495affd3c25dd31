// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import java.util.Arrays;

/// One limit on the throughput of a user on one resource, worked out against the present network map.
public final class Constraint {
    private final ConstraintKind kind;
    private final UserId user;
    private final ResourceId resource;
    private final double limitBps;
    private final int[] pipes;

    /// @param limitBps the most (of a guarantee: the least) that the user's pipes together may move over the resource,
    ///     in bit/s, positive
    /// @param pipes indexes, into the observation's pipes, of the user's pipes that use the resource; rising
    public Constraint(ConstraintKind kind, UserId user, ResourceId resource, double limitBps, int[] pipes) {
        if (!(limitBps > 0) || Double.isInfinite(limitBps)) {
            throw new IllegalArgumentException("a limit must be positive, given was " + limitBps + " for user " + user
                    + " on resource " + resource);
        }
        this.kind = kind;
        this.user = user;
        this.resource = resource;
        this.limitBps = limitBps;
        this.pipes = Arrays.copyOf(pipes, pipes.length);
    }

    /// An upper bound.
    public static Constraint bound(UserId user, ResourceId resource, double maxBps, int... pipes) {
        return new Constraint(ConstraintKind.BOUND, user, resource, maxBps, pipes);
    }

    /// A guaranteed minimum.
    public static Constraint guarantee(UserId user, ResourceId resource, double minBps, int... pipes) {
        return new Constraint(ConstraintKind.GUARANTEE, user, resource, minBps, pipes);
    }

    public ConstraintKind kind() {
        return kind;
    }

    public UserId user() {
        return user;
    }

    public ResourceId resource() {
        return resource;
    }

    /// The limit in bit/s, positive.
    public double limitBps() {
        return limitBps;
    }

    /// How many pipes it is about.
    public int size() {
        return pipes.length;
    }

    /// The index, into the observation's pipes, of the k-th pipe that it is about.
    public int pipe(int k) {
        return pipes[k];
    }

    /// The same for another limit.
    public Constraint withLimitBps(double newLimitBps) {
        return new Constraint(kind, user, resource, newLimitBps, pipes);
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

    /// How far the limit is broken, in bit/s; zero when it is kept.
    public double excessBps(double[] throughputBps) {
        double used = usedBps(throughputBps);
        return Math.max(0, kind.isUpper() ? used - limitBps : limitBps - used);
    }

    /// How it stands.
    ///
    /// @param throughputBps throughput per pipe of the observation
    /// @param price utility per bit/s, 0 where there are no prices
    public ConstraintReport report(double[] throughputBps, double price) {
        return new ConstraintReport(kind, user, resource, limitBps, usedBps(throughputBps), price);
    }
}
