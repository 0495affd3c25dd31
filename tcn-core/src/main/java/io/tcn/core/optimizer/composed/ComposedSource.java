// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.composed;

import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.ascent.GradientSource;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.StepRows;
import io.tcn.core.optimizer.first.ExplicitModel;
import io.tcn.core.optimizer.learned.LearnedJacobian;
import java.util.Arrays;

/// The composition of the TCN paper (section 6.1): `T_i(n) = min over j of f_ij(n)`, some of the f_ij explicit, some
/// black boxes, and the derivative that of the one that binds.
///
/// Explicit are the capacities, ceilings and deteriorations that the map knows, as one [ExplicitModel]. Per pipe and
/// interval the measured throughput is held against what it expects: clearly below, outside the noise of the
/// measurement, a black box binds, and the pipe's row of the Jacobian is the learnt one; else the explicit one. What
/// a pipe so bound leaves is expected of those that share with it: the test is repeated until it adds nobody. By the
/// chain rule (equation 1) `g = sum over explicit j of v_j dT_j/dn + sum over black-box j of v_j J_j`. In the explicit
/// model a pipe that a black box binds takes what it was seen to take.
///
/// The [LearnedJacobian] learns from every pipe all the time, so that it is there when a black box begins to bind.
public final class ComposedSource implements GradientSource {
    /// A pipe must be below the expectation by more than this part of it.
    private static final double CLEARLY = 0.04;

    /// And by more than so many standard errors of its measurement.
    private static final double ERRORS = 3;

    /// Each round adds pipes; where pipes differ much, one bottleneck after the other is found not to bind.
    private static final int MOST_ROUNDS = 50;

    private final ExplicitModel model = new ExplicitModel();
    private final LearnedJacobian jacobian = new LearnedJacobian();
    private IntervalView view = IntervalView.none();
    private boolean[] none = {};
    private boolean[] all = {};
    private boolean[] blackBox = {};

    @Override
    public void observe(IntervalView newView) {
        view = newView;
        int size = view.size();
        if (none.length != size) {
            none = new boolean[size];
            all = new boolean[size];
            Arrays.fill(all, true);
        }
        model.adopt(view);
        blackBox = new boolean[size];
        double[] expectedBps = model.expect(view, none);
        for (int round = 0; round < MOST_ROUNDS && addBlackBoxes(expectedBps); round++) {
            // What these do not take is expected of the others, who may be below that too.
            expectedBps = model.expect(view, blackBox);
        }
        jacobian.learn(view, all);
    }

    /// Notes the pipes that are clearly below what is expected of them.
    ///
    /// @return whether there are new ones
    private boolean addBlackBoxes(double[] expectedBps) {
        boolean added = false;
        for (int i = 0; i < blackBox.length; i++) {
            if (blackBox[i] || !view.usable()[i]) {
                continue;
            }
            double margin = Math.max(CLEARLY * expectedBps[i], ERRORS * view.spreadBps()[i]);
            blackBox[i] = view.throughputBps()[i] < expectedBps[i] - margin || model.isUnlimited(i);
            added |= blackBox[i];
        }
        return added;
    }

    @Override
    public void gradient(double[] v, double[] gradient) {
        double[] explicit = v.clone();
        for (int j = 0; j < explicit.length; j++) {
            if (blackBox[j]) {
                explicit[j] = 0;
            }
        }
        model.product(explicit, gradient);
        jacobian.addProduct(view, blackBox, v, gradient);
    }

    @Override
    public void addRows(StepRows rows) {
        model.addRows(view, blackBox, rows);
    }

    @Override
    public void remember(StepRows rows) {
        model.remember(rows);
    }

    @Override
    public Reason reasonOf(int pipe) {
        return blackBox[pipe] ? Reason.LEARNED_STEP : Reason.FIRST_ORDER_STEP;
    }

    @Override
    public boolean wantsExploration() {
        return true;
    }
}
