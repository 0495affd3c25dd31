// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import org.jspecify.annotations.Nullable;

/// Which numbers people may declare: wide enough for every network, and so that what is worked out with them stays far
/// from what numbers can hold. Checked where something is declared; what earlier versions have stored stays as it is.
public final class DeclaredRange {
    /// In bit/s.
    public static final double LEAST_BPS = 1;

    /// In bit/s.
    public static final double MOST_BPS = 1e18;

    /// Of a capacity.
    public static final double LEAST_SHARE = 1e-9;

    /// Of one pipe.
    public static final int MOST_CONNECTIONS = 1_000_000;

    private DeclaredRange() {}

    /// A rate that may be declared.
    ///
    /// @param what it is, in words
    /// @throws IllegalArgumentException if it may not
    public static double bps(String what, double bps) {
        if (!(bps >= LEAST_BPS && bps <= MOST_BPS)) {
            throw new IllegalArgumentException(what + " must be from 1 to 1e18 bit/s, given was " + bps);
        }
        return bps;
    }

    /// A part of a capacity that may be declared.
    ///
    /// @param what it is, in words
    /// @throws IllegalArgumentException if it may not
    public static double share(String what, double share) {
        if (!(share >= LEAST_SHARE && share <= 1)) {
            throw new IllegalArgumentException(
                    what + " must be from 0.000000001 to 1 (of the capacity), given was " + share);
        }
        return share;
    }

    /// A number of connections that a pipe may have.
    ///
    /// @param what it is, in words
    /// @param given null if none is
    /// @throws IllegalArgumentException if it is above the most, whatever else it has to be
    public static @Nullable Integer connections(String what, @Nullable Integer given) {
        if (given != null && given > MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    what + " must be " + MOST_CONNECTIONS + " or less: connections of one pipe, given were " + given);
        }
        return given;
    }
}
