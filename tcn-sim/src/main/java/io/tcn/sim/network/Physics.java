// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

/// What the TCN paper leaves open about the network; chosen once for all scenarios and stated in every result.
///
/// A resource of capacity C is filled by `n0 = ceil(C / ceiling)` connections. Every connection beyond n0 costs it
/// d bit/s: `C(N) = max(0, C - d max(0, N - n0))`, section 4.2 of the paper. The paper gives no d. Ours follows from
/// one number, the loss: d is such that a resource has lost this part of its capacity when every pipe of the scenario
/// that uses it has `referenceConnections` connections. So the state that FTS runs into (theorem 4.1: every pipe at
/// its maximum) is bad on every resource, wide or narrow, and never dead.
///
/// @param ceilingBps the most that one connection carries, in bit/s
/// @param deterioration the loss: 0 (no deterioration) to 1
/// @param referenceConnections connections per pipe at which the loss is reached, at least 1
public record Physics(double ceilingBps, double deterioration, int referenceConnections) {
    /// 2 Gbit/s per connection (the storage assumption that comes with the ESnet6 data); three quarters lost at 100
    /// connections per pipe. On one link of 100 Gbit/s with two pipes: n0 = 50, d = 0.5 % of C per connection.
    public static final Physics DEFAULT = new Physics(2e9, 0.75, 100);

    public Physics {
        if (!(ceilingBps > 0)) {
            throw new IllegalArgumentException(
                    "the ceiling of a connection must be positive, given was " + ceilingBps + " bit/s");
        }
        if (!(deterioration >= 0 && deterioration <= 1)) {
            throw new IllegalArgumentException(
                    "the deterioration is a part of the capacity, 0 to 1, given was " + deterioration);
        }
        if (deterioration > 0 && Double.isInfinite(ceilingBps)) {
            throw new IllegalArgumentException("deterioration begins where connections fill a resource, so it needs a"
                    + " finite ceiling per connection");
        }
        if (referenceConnections < 1) {
            throw new IllegalArgumentException(
                    "the deterioration refers to at least 1 connection per pipe, given was " + referenceConnections);
        }
    }

    public Physics withCeilingBps(double newCeilingBps) {
        return new Physics(newCeilingBps, deterioration, referenceConnections);
    }

    public Physics withDeterioration(double newDeterioration) {
        return new Physics(ceilingBps, newDeterioration, referenceConnections);
    }

    /// n0: connections that fill a resource.
    public double deteriorationFrom(double capacityBps) {
        return Double.isInfinite(ceilingBps) ? Double.POSITIVE_INFINITY : Math.ceil(capacityBps / ceilingBps);
    }

    /// d: what each connection beyond n0 costs, in bit/s.
    ///
    /// @param pipes how many pipes use the resource
    public double deteriorationBps(double capacityBps, int pipes) {
        double excess = (double) referenceConnections * pipes - deteriorationFrom(capacityBps);
        return excess > 0 ? deterioration * capacityBps / excess : 0;
    }
}
