// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.learned;

import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.ascent.GradientSource;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.StepRows;
import java.util.Arrays;

/// Every pipe is led by the [LearnedJacobian]; capacities that the map knows are not looked at.
public final class LearnedSource implements GradientSource {
    private final LearnedJacobian jacobian = new LearnedJacobian();
    private IntervalView view = IntervalView.none();
    private boolean[] all = {};

    @Override
    public void observe(IntervalView newView) {
        view = newView;
        if (all.length != view.size()) {
            all = new boolean[view.size()];
            Arrays.fill(all, true);
        }
        jacobian.learn(view, all);
    }

    @Override
    public void gradient(double[] v, double[] gradient) {
        Arrays.fill(gradient, 0);
        jacobian.addProduct(view, all, v, gradient);
    }

    @Override
    public void addRows(StepRows rows) {
        // Nothing is known of capacities.
    }

    @Override
    public void remember(StepRows rows) {
        // None were added.
    }

    @Override
    public double perConnectionBps(int pipe) {
        return view.perConnectionBps()[pipe];
    }

    @Override
    public Reason reasonOf(int pipe) {
        return Reason.LEARNED_STEP;
    }

    @Override
    public boolean wantsExploration() {
        return true;
    }
}
