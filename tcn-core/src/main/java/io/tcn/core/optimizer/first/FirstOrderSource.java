// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.first;

import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.ascent.GradientSource;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.StepRows;
import io.tcn.core.optimizer.estimate.NetworkEstimate;

/// The network is as the map says: equation 1 of the TCN paper with the first-order branch of equation 2. On the side
/// where there is room the derivative of a pipe's throughput is what its connections carry by themselves, which is
/// measured where the map does not tell; capacities and deteriorations that the map tells are limits of the step, whose
/// multipliers are the derivative through those that share them.
///
/// A pipe of which the map knows no limit at all stays where it begins: nothing would stop it.
public final class FirstOrderSource implements GradientSource {
    private final NetworkEstimate estimate = NetworkEstimate.believing();
    private PathIndex paths = PathIndex.none();

    @Override
    public void observe(IntervalView view) {
        paths = view.paths();
        estimate.observe(view);
    }

    @Override
    public void gradient(double[] v, double[] gradient) {
        for (int i = 0; i < v.length; i++) {
            gradient[i] = isUnlimited(i) ? 0 : v[i] * estimate.rateBps(i);
        }
    }

    private boolean isUnlimited(int pipe) {
        boolean unlimited = !(paths.ceilingOfPipe(pipe) < Double.POSITIVE_INFINITY);
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            unlimited &= !(paths.capacityBps(paths.resourceAt(p)) < Double.POSITIVE_INFINITY);
        }
        return unlimited;
    }

    @Override
    public void addRows(StepRows rows) {
        estimate.addRows(rows);
    }

    @Override
    public void remember(StepRows rows) {
        estimate.remember(rows);
    }

    @Override
    public double perConnectionBps(int pipe) {
        return estimate.rateBps(pipe);
    }

    @Override
    public Reason reasonOf(int pipe) {
        return Reason.FIRST_ORDER_STEP;
    }

    @Override
    public boolean wantsExploration() {
        return false;
    }
}
