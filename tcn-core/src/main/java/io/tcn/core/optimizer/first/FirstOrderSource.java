// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.first;

import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.ascent.GradientSource;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.StepRows;

/// Every pipe is led by the exact derivative of the [ExplicitModel]: equation 1 of the TCN paper with the first-order
/// branch of equation 2, through the bottleneck structure of the network (Ros-Giralt et al., SIGCOMM'21).
///
/// A pipe of which the map knows no limit at all has no exact gradient: it stays where it begins.
public final class FirstOrderSource implements GradientSource {
    private final ExplicitModel model = new ExplicitModel();
    private IntervalView view = IntervalView.none();
    private boolean[] none = {};

    @Override
    public void observe(IntervalView newView) {
        view = newView;
        none = none.length == view.size() ? none : ExplicitModel.flags(view.size(), false);
        model.adopt(view);
        model.expect(view, none);
    }

    @Override
    public void gradient(double[] v, double[] gradient) {
        model.product(v, gradient);
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = model.isUnlimited(i) ? 0 : gradient[i];
        }
    }

    @Override
    public void addRows(StepRows rows) {
        model.addRows(view, none, rows);
    }

    @Override
    public void remember(StepRows rows) {
        model.remember(rows);
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
