// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.baseline;

import io.tcn.core.optimizer.PipeObservation;

/// A tuner after Falcon (Arifuzzaman and Arslan, *Online Optimization of File Transfers in High-Speed Networks*, SC
/// 2021): online gradient descent on the utility `T / K^n`, which rewards throughput and charges each connection, so
/// that it stops where another one brings less than the part ln K.
///
/// It tries n - e and n + e in turn and steps along the relative slope of the two; the longer the steps have led the
/// same way, the longer they are. Two deviations from the paper: no term for lost packets, which nobody sees at this
/// level, and K = 1.02 and the steps are ours.
public final class FalconTuner implements PerPipeOptimizer.Tuner {
    private static final double LN_K = Math.log(1.02);
    private static final double MAX_STEPS_ALIKE = 8;

    private double centre;
    private double probe = 1;
    private double lowerUtility = Double.NaN;
    private double direction;
    private double alike = 1;

    @Override
    public double next(PipeObservation pipe) {
        if (centre == 0) {
            centre = Math.max(2, pipe.decidedConnections());
            return centre - probe;
        }
        double utility = pipe.throughputBps() * Math.exp(-LN_K * pipe.decidedConnections());
        if (Double.isNaN(lowerUtility)) {
            lowerUtility = utility;
            return centre + probe;
        }
        double mean = (utility + lowerUtility) / 2;
        // Of the utility per connection, times n: 1 where it grows in proportion.
        double slope = mean > 0 ? (utility - lowerUtility) / (2 * probe) / mean * centre : 0;
        double towards = Math.signum(slope);
        alike = towards == direction ? Math.min(MAX_STEPS_ALIKE, alike + 1) : 1;
        direction = towards;
        double step = Math.clamp(slope, -1, 1) * alike;
        double most = pipe.pipe().limits().maxConnections();
        centre = Math.clamp(centre + Math.clamp(step, -centre / 2, centre / 2), 2, most);
        probe = Math.max(1, Math.round(centre / 20));
        lowerUtility = Double.NaN;
        return centre - probe;
    }
}
