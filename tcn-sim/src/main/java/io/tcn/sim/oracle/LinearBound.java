// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import java.util.Optional;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/// The linear program over T: the most that all pipes move together when each resource carries its undiminished
/// capacity and rates can be chosen at will. Max-min sharing and deterioration only take away from that, so that no n
/// exceeds it.
///
/// ```
/// max sum T_i   with  l_i <= T_i <= M c_i,  sum of T_i on r <= C_r,  sum of T_i of a bound <= its limit
/// ```
final class LinearBound {
    /// The solver works with numbers around one.
    private static final double UNIT_BPS = 1e9;

    private final Model model;

    LinearBound(Model model) {
        this.model = model;
    }

    /// T of an optimum with nothing asked of the single pipe: l = 0.
    double[] solve() {
        return solve(new double[model.pipes])
                .orElseThrow(() -> new IllegalStateException("a linear program that allows zero has no optimum"));
    }

    /// T of an optimum in which every pipe moves at least what its least number of connections carries, undisturbed:
    /// l = m c. Each T_i is reached exactly with T_i / c_i connections, for then all flows stop at their ceilings.
    /// Empty if the capacities or bounds do not allow it.
    Optional<double[]> solveWithLeast() {
        double[] least = new double[model.pipes];
        for (int i = 0; i < least.length; i++) {
            least[i] = Double.isInfinite(model.ceilingBps[i]) ? 0 : model.min * model.ceilingBps[i];
        }
        return solve(least);
    }

    private Optional<double[]> solve(double[] leastBps) {
        ExpressionsBasedModel program = new ExpressionsBasedModel();
        Variable[] rate = new Variable[model.pipes];
        for (int i = 0; i < rate.length; i++) {
            rate[i] = program.newVariable("T" + i).lower(leastBps[i] / UNIT_BPS).weight(1);
            if (!Double.isInfinite(model.ceilingBps[i])) {
                rate[i].upper(model.max * model.ceilingBps[i] / UNIT_BPS);
            }
        }
        Expression[] resources = new Expression[model.capacityBps.length];
        for (int i = 0; i < rate.length; i++) {
            for (int r : model.paths[i]) {
                if (Double.isInfinite(model.capacityBps[r])) {
                    continue;
                }
                if (resources[r] == null) {
                    resources[r] = program.newExpression("C" + r).upper(model.capacityBps[r] / UNIT_BPS);
                }
                resources[r].set(rate[i], 1);
            }
        }
        for (int b = 0; b < model.boundBps.length; b++) {
            Expression bound = program.newExpression("b" + b).upper(model.boundBps[b] / UNIT_BPS);
            for (int pipe : model.boundPipes[b]) {
                bound.set(rate[pipe], 1);
            }
        }
        Optimisation.Result result = program.maximise();
        if (!result.getState().isOptimal()) {
            return Optional.empty();
        }
        double[] throughputBps = new double[rate.length];
        for (int i = 0; i < rate.length; i++) {
            throughputBps[i] = result.doubleValue(i) * UNIT_BPS;
        }
        return Optional.of(throughputBps);
    }
}
