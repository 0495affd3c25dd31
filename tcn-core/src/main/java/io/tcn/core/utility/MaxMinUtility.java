// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.utility;

/// Approximate weighted max-min fairness: a smooth stand-in for `min of T / w`, the power mean of all T / w with
/// exponent -p, in bit/s. It is at least the minimum and at most K^(1/p) times it, K being the pipes that count: within
/// 25 % for 30 pipes and p = 16.
///
/// It is the monotone transform of alpha-fairness with alpha = p + 1 and weights w^p that stays in the unit of
/// throughput; where alpha goes to infinity, it is max-min fair (Mo and Walrand 2000).
public final class MaxMinUtility implements Utility {
    public static final String NAME = "max-min";

    private static final double P = 16;

    @Override
    public String name() {
        return NAME;
    }

    private static double scaled(double throughputBps, double weight) {
        return Math.max(AlphaFairUtility.FLOOR_BPS, throughputBps) / weight;
    }

    @Override
    public double value(double[] throughputBps, double[] weights) {
        double least = least(throughputBps, weights);
        double sum = 0;
        int count = 0;
        for (int i = 0; i < throughputBps.length; i++) {
            if (weights[i] > 0) {
                // At most 1, so that no power overflows.
                sum += Math.pow(least / scaled(throughputBps[i], weights[i]), P);
                count++;
            }
        }
        // The pipe with the least throughput adds 1 to the sum.
        return count == 0 ? 0 : least * Math.pow(sum / count, -1 / P);
    }

    @Override
    public void gradient(double[] throughputBps, double[] weights, double[] gradient) {
        double value = value(throughputBps, weights);
        int count = 0;
        for (double weight : weights) {
            count += weight > 0 ? 1 : 0;
        }
        for (int i = 0; i < throughputBps.length; i++) {
            gradient[i] = weights[i] > 0
                    ? Math.pow(value / scaled(throughputBps[i], weights[i]), P + 1) / (count * weights[i])
                    : 0;
        }
    }

    private static double least(double[] throughputBps, double[] weights) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < throughputBps.length; i++) {
            if (weights[i] > 0) {
                least = Math.min(least, scaled(throughputBps[i], weights[i]));
            }
        }
        return least;
    }
}
