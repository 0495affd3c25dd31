// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

/// How many connections a job needs for a rate that it asks for (FStream++, section 4.2): more than 20 % off, as many
/// as carry the rate if each goes on to carry what it does, at most twice as many; within 20 %, one more or less;
/// within 10 %, as many as there are.
///
/// Where no more is to be had, each further connection takes from those that are there. So whoever has a quarter more
/// connections than before, and not at least a quarter of what these should have brought, goes back for
/// [OnlineProfiling#KEPT_SECONDS], after which results are out of date.
///
/// Deviations: the paper's fine step within 20 % is streams or files ahead; here it is a connection. Mutable; for one
/// job; called by one thread.
public final class RateAim {
    private static final double WIDE = 0.2;
    private static final double NARROW = 0.1;
    private static final double MORE = 1.25;
    private static final double LEAST_GAIN = 0.25;

    private int aim = 1;
    private int triedConnections;
    private double triedBps;
    private int fewest = Integer.MAX_VALUE;
    private double heldUntilSeconds = Double.NEGATIVE_INFINITY;

    /// How many connections it should have.
    public int connections() {
        return aim;
    }

    /// Says how many it should have from now on.
    ///
    /// @param seconds time, that of results
    /// @param open connections that were open; zero if there were none, which teaches nothing
    /// @param bps what they moved, in bit/s; zero teaches nothing
    /// @param targetBps what is wanted, above zero
    /// @return at least 1
    public int next(double seconds, int open, double bps, double targetBps) {
        if (seconds >= heldUntilSeconds) {
            fewest = Integer.MAX_VALUE;
        }
        if (open > 0 && bps > 0) {
            look(seconds, open, bps);
            aim = towards(open, bps, targetBps);
        }
        aim = Math.clamp(aim, 1, Math.max(1, fewest));
        return aim;
    }

    private void look(double seconds, int open, double bps) {
        if (triedConnections == 0 || open < triedConnections) {
            triedConnections = open;
            triedBps = bps;
        } else if (open >= MORE * triedConnections) {
            double fair = triedBps * (open / (double) triedConnections - 1);
            if (bps - triedBps < LEAST_GAIN * fair) {
                fewest = triedConnections;
                heldUntilSeconds = seconds + OnlineProfiling.KEPT_SECONDS;
            } else {
                triedConnections = open;
                triedBps = bps;
            }
        } else if (open == triedConnections) {
            triedBps = bps;
        }
    }

    private static int towards(int open, double bps, double targetBps) {
        double off = bps / targetBps - 1;
        if (Math.abs(off) <= NARROW) {
            return open;
        }
        if (Math.abs(off) <= WIDE) {
            return open - (int) Math.signum(off);
        }
        return (int) Math.min(2.0 * open, Math.ceil(open * targetBps / bps));
    }
}
