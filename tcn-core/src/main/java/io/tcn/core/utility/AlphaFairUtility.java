// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.utility;

/// Weighted alpha-fairness (Mo and Walrand, Fair end-to-end window-based congestion control, IEEE/ACM ToN 2000):
/// `sum of w T^(1 - alpha) / (1 - alpha)`, and `sum of w log T` for alpha = 1.
///
/// alpha = 0 is the sum, alpha = 1 proportional fairness, alpha = 2 minimises the summed time to move one bit; the
/// greater alpha, the more a small throughput counts. A throughput below [#FLOOR_BPS] counts as that, so that a pipe
/// that moves nothing has a large but finite slope.
public final class AlphaFairUtility implements Utility {
    /// Throughputs below are taken for this one, in bit/s.
    public static final double FLOOR_BPS = 1e5;

    private final double alpha;
    private final String name;

    /// @param alpha zero or more; above 8, [MaxMinUtility] says it better
    public AlphaFairUtility(double alpha) {
        this(alpha, "alpha-fair:" + alpha);
    }

    private AlphaFairUtility(double alpha, String name) {
        if (!(alpha >= 0 && alpha <= 8)) {
            throw new IllegalArgumentException("alpha must be 0 to 8, given was " + alpha);
        }
        this.alpha = alpha;
        this.name = name;
    }

    /// Proportional fairness: the sum of w log T.
    public static AlphaFairUtility proportional() {
        return new AlphaFairUtility(1, "proportional");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isLinear() {
        return alpha == 0;
    }

    @Override
    public double value(double[] throughputBps, double[] weights) {
        boolean logarithm = Math.abs(alpha - 1) < 1e-9;
        double sum = 0;
        for (int i = 0; i < throughputBps.length; i++) {
            if (weights[i] > 0) {
                double t = Math.max(FLOOR_BPS, throughputBps[i]);
                sum += weights[i] * (logarithm ? Math.log(t) : Math.pow(t, 1 - alpha) / (1 - alpha));
            }
        }
        return sum;
    }

    @Override
    public void gradient(double[] throughputBps, double[] weights, double[] gradient) {
        for (int i = 0; i < throughputBps.length; i++) {
            gradient[i] = weights[i] > 0 ? weights[i] * Math.pow(Math.max(FLOOR_BPS, throughputBps[i]), -alpha) : 0;
        }
    }
}
