// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

/// What is open in the next interval if n is published, where transfers may stay: `n + part max(0, running - n)`.
final class Staying {
    private final double[] running;
    private final double part;

    /// @param running per pipe the transfers that run now, each with a connection at least; not to be changed
    /// @param part of the connections beyond n that stay open, 0 to 1
    Staying(double[] running, double part) {
        this.running = running;
        this.part = part;
    }

    /// Nothing of so many pipes stays.
    static Staying none(int size) {
        return new Staying(new double[size], 0);
    }

    /// Connections of a pipe that are open if n is published.
    double open(int pipe, double n) {
        return n + beyond(pipe, n);
    }

    /// Those of them that are more than n.
    double beyond(int pipe, double n) {
        return part * Math.max(0, running[pipe] - n);
    }
}
