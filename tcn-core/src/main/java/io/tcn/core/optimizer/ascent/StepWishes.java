// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.PipeObservation;

/// What the gradient asks for in an interval, and what it may get: for each pipe which case it is, [AscentLaw] or one
/// of [StepCases].
final class StepWishes {
    /// A pipe without least number of connections is served in one of this many intervals at least.
    private static final double LEAST_SHARE = 1.0 / 32;

    /// Slope of the utility below which a pipe's own slope is no measure, as part of the greatest slope. With a
    /// concave utility a pipe that has moved but one small file in an interval has a slope thousands of times that
    /// of others: they are not to wait for it.
    private static final double LEAST_SLOPE = 1e-6;

    private final GradientSource source;
    private final ConnectionCost utility;
    private final ConstraintRows constraints;
    private final Urgency urgency;
    private final PipeStates pipes;
    private final AscentLaw law;
    private final StepCases cases;
    private final boolean ordersGrowth;
    private final boolean priced;

    /// @param ordersGrowth whether who gains most grows first
    /// @param priced whether prices keep the bounds, and not a penalty
    StepWishes(
            GradientSource source,
            ConnectionCost utility,
            ConstraintRows constraints,
            Urgency urgency,
            PipeStates pipes,
            AscentLaw law,
            StepCases cases,
            boolean ordersGrowth,
            boolean priced) {
        this.source = source;
        this.utility = utility;
        this.constraints = constraints;
        this.urgency = urgency;
        this.pipes = pipes;
        this.law = law;
        this.cases = cases;
        this.ordersGrowth = ordersGrowth;
        this.priced = priced;
    }

    /// Fills in what each pipe wants and between what it has to stay.
    void fill(StepDraft draft) {
        IntervalView view = draft.view;
        double[] slope = draft.slope;
        double[] v = slope.clone();
        double[] paid = new double[draft.size];
        constraints.charge(v, paid);
        double[] gradient = new double[draft.size];
        source.gradient(v, gradient);
        utility.charge(draft.wouldMove, slope, gradient);
        double leastSlope = LEAST_SLOPE * greatest(slope);
        double[] urgent = ordersGrowth ? urgency.of(view, draft.observation.pipes(), gradient) : new double[0];
        setFloors(draft);
        boolean[] limited = new boolean[draft.size];
        constraints.markLimited(draft.observation.connectionLimits(), limited);
        for (int i = 0; i < draft.size; i++) {
            PipeObservation pipe = draft.observation.pipes().get(i);
            int max = pipe.pipe().limits().maxConnections();
            double perConnection = source.perConnectionBps(i);
            double unit = Math.max(slope[i], leastSlope) * perConnection;
            pipes.resetUnlessFinite(i, draft.floor[i]);
            pipes.n[i] = Math.clamp(pipes.n[i], 0, max);
            draft.open(i, pipes.n[i], max);
            if (view.usable()[i]) {
                pipes.keptOut[i] = 0;
            }
            if (!view.busy()[i]) {
                cases.idle(draft, i, limited[i]);
            } else if (StepCases.isStuck(view, i)) {
                cases.stuck(draft, i, unit);
            } else if (!view.usable()[i] || !(unit > 0)) {
                cases.nothingMeasured(draft, i, pipe, unit);
            } else {
                // What guarantees pay the pipe is in the step again, as much as they need. In the wish it would be cut
                // off by the clipping of gamma, and the price of a guarantee would confirm itself.
                double again = priced ? paid[i] * perConnection : 0;
                double own = priced ? (slope[i] - (v[i] - paid[i])) * source.gainBps(i) : 0;
                // By its own slope, however much others gain: they are not to wait for one that moves nothing. What
                // it is given back of its bounds is taken again in the step, which reckons in units.
                double ownUnit = slope[i] > 0 ? slope[i] * perConnection : unit;
                double relative = gradient[i] / ownUnit - again / ownUnit;
                climb(draft, i, relative, own / unit, ordersGrowth ? urgent[i] : 1, pipe);
                draft.stiffness[i] = unit / pipes.eta[i];
            }
            cases.stayNear(draft, i);
            draft.close(i);
            if (source.isOnWornOut(i)) {
                cases.addNone(draft, i);
            }
        }
    }

    private void climb(StepDraft draft, int i, double relative, double own, double urgent, PipeObservation pipe) {
        double reach = law.climb(draft, i, relative, own, urgent);
        if (!Urgency.canUseMore(pipe)) {
            cases.noBacklog(draft, i, pipe);
        } else if (StepCases.isNotAdmitted(pipe)) {
            cases.notAdmitted(draft, i, pipe);
        }
        if (pipe.activeConnections() > pipes.n[i] + reach) {
            cases.lagging(draft, i);
        }
    }

    private void setFloors(StepDraft draft) {
        for (int i = 0; i < draft.size; i++) {
            int min = draft.observation.pipes().get(i).pipe().limits().minConnections();
            draft.floor[i] = min > 0 ? min : LEAST_SHARE;
        }
        constraints.raiseFloors(draft.floor, draft.view, pipes.n);
        constraints.lowerFloors(draft.floor, draft.observation.connectionLimits(), draft.view);
    }

    /// To the best that was seen, with all pipes that are busy.
    void leadBack(StepDraft draft) {
        for (int i = 0; i < draft.size; i++) {
            if (draft.view.busy()[i]) {
                cases.backToBest(draft, i);
            }
        }
    }

    static double greatest(double[] values) {
        double greatest = 0;
        for (double value : values) {
            greatest = Math.max(greatest, value);
        }
        return greatest;
    }
}
