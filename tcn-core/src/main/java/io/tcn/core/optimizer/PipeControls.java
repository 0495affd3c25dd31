// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.ConstraintReport;
import java.util.Arrays;

/// What the resource controls mean for each pipe of an observation: the price that it meets and the least upper limit
/// that it is under.
public final class PipeControls {
    private final double[] prices;
    private final double[] limits;

    private PipeControls(int pipes) {
        prices = new double[pipes];
        limits = new double[pipes];
        Arrays.fill(limits, Double.POSITIVE_INFINITY);
    }

    /// Sums up a decision. Optimizers report in the order of the constraints; one that does not is left without prices.
    public static PipeControls of(Observation observation, Decision decision) {
        PipeControls all = new PipeControls(observation.pipes().size());
        boolean isSameOrder =
                decision.constraints().size() == observation.constraints().size();
        for (int c = 0; c < observation.constraints().size(); c++) {
            Constraint constraint = observation.constraints().get(c);
            all.add(
                    constraint,
                    isSameOrder ? price(constraint, decision.constraints().get(c)) : 0);
        }
        return all;
    }

    private static double price(Constraint constraint, ConstraintReport report) {
        boolean isSame = report.kind() == constraint.kind()
                && report.user().equals(constraint.user())
                && report.resource().equals(constraint.resource());
        if (!isSame) {
            return 0;
        }
        return constraint.kind().isUpper() ? report.price() : -report.price();
    }

    private void add(Constraint constraint, double price) {
        for (int k = 0; k < constraint.size(); k++) {
            int pipe = constraint.pipe(k);
            prices[pipe] += price;
            if (constraint.kind().isUpper()) {
                limits[pipe] = Math.min(limits[pipe], constraint.limitBps());
            }
        }
    }

    /// The price that a pipe meets, utility per bit/s: of upper limits what it pays, less what guarantees give it.
    ///
    /// @param pipe index into the observation's pipes
    public double price(int pipe) {
        return prices[pipe];
    }

    /// The least of the upper limits that a pipe is under, in bit/s; infinite where there is none.
    ///
    /// @param pipe index into the observation's pipes
    public double limitBps(int pipe) {
        return limits[pipe];
    }
}
