// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

/// What resources carry when they are full, as far as measurements have shown: `C(N) = a - d (N - N_ref)`, a straight
/// line near the number of connections N at which the resource was last full. The slope d is its deterioration.
///
/// Each interval in which a resource is full gives one measurement of the line; a Kalman filter of two unknowns
/// takes it in. A resource that is not full although it carries more than the line says corrects it from below. With
/// s_i the rate of a connection, what all connections ask for stays below the line where
/// `sum of (s_i + d) n_i <= a + d N_ref`, which is linear in n.
final class CapacityLines {
    /// By how much of itself a capacity may change from one interval to the next, and the elasticity of it by N.
    private static final double DRIFT = 0.01;

    private static final double SLOPE_DRIFT = 0.03;

    /// Greatest elasticity: with one part more connections a resource loses so many parts.
    private static final double MOST_ELASTICITY = 30;

    /// A resource that carries less than this part of the most that it was seen to carry is taken to carry so much,
    /// where its doubt is worked out.
    private static final double LEAST_SIZE = 0.1;

    /// Fewer connections of difference say nothing about the slope.
    private static final double LEAST_CHANGE = 0.5;

    /// What is left of the slope when a line was too low.
    private static final double SLOPE_THAW = 0.98;

    private final double[] limitBps;
    private final double[] slopeBps;
    private final double[] reference;
    private final double[] limitVariance;
    private final double[] covariance;
    private final double[] slopeVariance;
    private final double[] scaleBps;
    private final boolean[] known;

    /// @param size how many resources
    CapacityLines(int size) {
        limitBps = new double[size];
        slopeBps = new double[size];
        reference = new double[size];
        limitVariance = new double[size];
        covariance = new double[size];
        slopeVariance = new double[size];
        scaleBps = new double[size];
        known = new boolean[size];
    }

    /// Whether there is a line.
    boolean isKnown(int r) {
        return known[r];
    }

    /// Takes over what is known of another one.
    void copy(int r, CapacityLines from, int other) {
        limitBps[r] = from.limitBps[other];
        slopeBps[r] = from.slopeBps[other];
        reference[r] = from.reference[other];
        limitVariance[r] = from.limitVariance[other];
        covariance[r] = from.covariance[other];
        slopeVariance[r] = from.slopeVariance[other];
        scaleBps[r] = from.scaleBps[other];
        known[r] = from.known[other];
    }

    /// Forgets the line.
    void forget(int r) {
        known[r] = false;
    }

    /// Begins a line.
    ///
    /// @param slope the expected deterioration in bit/s per connection, and its standard deviation
    void begin(int r, double connections, double carriedBps, double errorBps, double slope, double doubt) {
        known[r] = true;
        scaleBps[r] = Math.max(carriedBps, Math.max(slope, doubt) * connections);
        limitBps[r] = carriedBps;
        reference[r] = connections;
        slopeBps[r] = slope;
        limitVariance[r] = errorBps * errorBps;
        covariance[r] = 0;
        slopeVariance[r] = doubt * doubt;
    }

    /// Takes in what a full resource carried.
    void learn(int r, double connections, double carriedBps, double errorBps) {
        scaleBps[r] = Math.max(scaleBps[r], carriedBps);
        double size = Math.max(limitBps[r], LEAST_SIZE * scaleBps[r]);
        double unit = size / Math.max(reference[r], 1);
        move(r, connections);
        limitVariance[r] += DRIFT * DRIFT * size * size;
        slopeVariance[r] += SLOPE_DRIFT * SLOPE_DRIFT * unit * unit;
        double sum = limitVariance[r] + errorBps * errorBps;
        double error = carriedBps - limitBps[r];
        if (!Double.isFinite(sum) || !Double.isFinite(error)) {
            known[r] = false;
            return;
        }
        if (!(sum > 0)) {
            return;
        }
        double gain = limitVariance[r] / sum;
        double slopeGain = covariance[r] / sum;
        limitBps[r] += gain * error;
        // The line falls: what is above at fewer connections is below at more.
        slopeBps[r] = Math.clamp(
                slopeBps[r] - slopeGain * error, 0, MOST_ELASTICITY * scaleBps[r] / Math.max(reference[r], 1));
        slopeVariance[r] = Math.max(0, slopeVariance[r] - slopeGain * covariance[r]);
        limitVariance[r] *= 1 - gain;
        covariance[r] *= 1 - gain;
    }

    /// Makes the line at least so steep that a point that was seen without the resource being full lies below it.
    void keepAbove(int r, double connections, double carriedBps) {
        double fewer = reference[r] - connections;
        if (fewer > LEAST_CHANGE) {
            slopeBps[r] = Math.max(slopeBps[r], (carriedBps - limitBps[r]) / fewer);
        }
    }

    /// Makes the slope by a part of the difference more like another one.
    void turn(int r, double slope, double part) {
        slopeBps[r] += part * (slope - slopeBps[r]);
    }

    /// Moves the line up or down.
    void lift(int r, double byBps) {
        limitBps[r] = Math.max(0, limitBps[r] + byBps);
    }

    /// Moves the reference. With Delta more connections `a' = a - d Delta`.
    private void move(int r, double connections) {
        double delta = connections - reference[r];
        limitBps[r] = Math.max(0, limitBps[r] - slopeBps[r] * delta);
        // covariance is that of a with -d.
        limitVariance[r] += 2 * delta * covariance[r] + delta * delta * slopeVariance[r];
        covariance[r] += delta * slopeVariance[r];
        reference[r] = connections;
    }

    /// Raises the line to at least so much at a number of connections. What was too low may have been too steep.
    void raise(int r, double connections, double toBps) {
        move(r, connections);
        if (toBps > limitBps[r]) {
            slopeBps[r] *= SLOPE_THAW;
            limitBps[r] = toBps;
        }
    }

    /// What the resource carries with so many connections, in bit/s.
    double limitBps(int r, double connections) {
        return Math.max(0, limitBps[r] - slopeBps[r] * (connections - reference[r]));
    }

    /// The deterioration, in bit/s per connection.
    double slopeBps(int r) {
        return slopeBps[r];
    }

    /// Where the line meets zero connections: `a + d N_ref`, the limit of sum (s + d) n.
    double interceptBps(int r) {
        return limitBps[r] + slopeBps[r] * reference[r];
    }
}
