// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.composed;

import io.tcn.core.model.DoubtedCapacity;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.ascent.GradientSource;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.StepRows;
import io.tcn.core.optimizer.estimate.NetworkEstimate;
import java.util.List;

/// The composition of the TCN paper (section 6.1): `T_i(n) = min over j of f_ij(n)`, some of the f_ij explicit,
/// some black boxes, and the derivative that of the one that binds.
///
/// f_i0 is what the connections of a pipe carry by themselves; its derivative is their rate. The others are
/// capacities: those that the map tells, and the lines that are learnt where measurements show that something
/// else binds. They are limits of the step, and their multipliers are the derivative through whoever shares
/// them (see [NetworkEstimate]).
public final class ComposedSource implements GradientSource {
    private final NetworkEstimate estimate;
    private final boolean lean;
    private IntervalView view = IntervalView.none();

    /// @param lean whether links that hold back pipes over several are filled with as few connections as will
    ///     do. To a sum it matters who fills them: what such pipes take of one is missing on the others.
    public ComposedSource(boolean lean) {
        this.lean = lean;
        estimate = NetworkEstimate.learning(lean);
    }

    @Override
    public void observe(IntervalView newView) {
        view = newView;
        estimate.observe(view);
    }

    @Override
    public void gradient(double[] v, double[] gradient) {
        for (int i = 0; i < v.length; i++) {
            gradient[i] = v[i] * estimate.gainBps(i);
        }
    }

    @Override
    public void addRows(StepRows rows) {
        estimate.addRows(rows);
    }

    @Override
    public boolean isCaution(int row) {
        return estimate.isCaution(row);
    }

    @Override
    public void remember(StepRows rows) {
        estimate.remember(rows);
    }

    @Override
    public double perConnectionBps(int pipe) {
        return estimate.rateBps(pipe);
    }

    /// Where the utility is a sum what a connection carries by itself counts: so the families were measured.
    @Override
    public double gainBps(int pipe) {
        return lean ? estimate.gainBps(pipe) : estimate.rateBps(pipe);
    }

    @Override
    public double noise(int pipe) {
        return estimate.noise(pipe);
    }

    @Override
    public boolean sharesWhatIsFull(int pipe) {
        return estimate.sharesWhatIsFull(pipe);
    }

    @Override
    public boolean isOnWornOut(int pipe) {
        return estimate.isOnWornOut(pipe);
    }

    @Override
    public double relievedBps(int pipe) {
        return estimate.relievedBps(pipe);
    }

    @Override
    public double freeBps(int pipe) {
        return estimate.freeBps(pipe);
    }

    @Override
    public List<DoubtedCapacity> doubts() {
        return estimate.doubts();
    }

    @Override
    public Reason reasonOf(int pipe) {
        return estimate.isHeldBack(pipe) ? Reason.LEARNED_STEP : Reason.FIRST_ORDER_STEP;
    }

    @Override
    public boolean guardsSteps() {
        return true;
    }

    @Override
    public boolean wantsExploration() {
        return false;
    }
}
