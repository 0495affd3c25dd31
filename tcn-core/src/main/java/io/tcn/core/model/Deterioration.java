// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// What too many connections cost a resource: above n0 connections, each one more takes d bit/s of its capacity,
/// `C(N) = max(0, C - d max(0, N - n0))` (TCN paper, section 4.2).
///
/// @param fromConnections n0, connections that cost nothing, zero or more
/// @param bpsPerConnection d in bit/s, zero or more
public record Deterioration(double fromConnections, double bpsPerConnection) {
    /// A resource that any number of connections leaves as it is.
    public static final Deterioration NONE = new Deterioration(0, 0);

    public Deterioration {
        if (!(fromConnections >= 0) || !(bpsPerConnection >= 0) || Double.isInfinite(bpsPerConnection)) {
            throw new IllegalArgumentException("a deterioration begins at zero or more connections and costs zero or"
                    + " more bit/s each, given were " + fromConnections + " and " + bpsPerConnection);
        }
    }
}
