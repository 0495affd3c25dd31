// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import java.util.Arrays;
import java.util.Optional;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/// The linear program over throughput and connections together. Its value is a ceiling: no n moves more, and no
/// alternation between several n, for a rate is at most the ceilings of its connections, and deterioration is a
/// straight line in n where it has begun. It knows nothing of max-min sharing, which only takes away.
///
/// ```
/// max sum T_i   with  l_i <= T_i <= c_i n_i,  m <= n_i <= M,
///   on each resource  sum T_i <= C  and  sum T_i + d sum n_i <= C + d n0,
///   sum of T_i of a bound <= its limit,  sum of T_i of a guarantee >= its least
/// ```
///
/// A resource that m connections of each pipe leave nothing of is dead: its pipes move nothing. Where a pipe has
/// no ceiling per connection, m of them can have everything.
final class JointBound {
    /// The solver works with numbers around one.
    private static final double UNIT_BPS = 1e9;

    /// Guarantees are asked for with a hair more, so that they are kept whatever the solver leaves.
    private static final double HAIR = 1e-7;

    /// A solution: T per pipe in bit/s, and the least n that carries it, m or T / c.
    static final class Solution {
        private final double[] throughputBps;
        private final double[] connections;

        private Solution(double[] throughputBps, double[] connections) {
            this.throughputBps = throughputBps;
            this.connections = connections;
        }

        double totalBps() {
            return Arrays.stream(throughputBps).sum();
        }

        /// n per pipe; a copy.
        double[] connections() {
            return connections.clone();
        }
    }

    private final Model model;

    /// Per resource the pipes on it.
    private final int[] users;

    JointBound(Model model) {
        this.model = model;
        this.users = new int[model.capacityBps.length];
        for (int[] path : model.paths) {
            for (int r : path) {
                users[r]++;
            }
        }
    }

    /// An optimum with nothing asked of the single pipe: l = 0. To be asked for only where guarantees can be kept.
    Solution solve() {
        return solve(new double[model.pipes])
                .orElseThrow(() -> new IllegalStateException(
                        model.floorBps.length > 0
                                ? "no throughput keeps all guarantees"
                                : "a linear program that allows zero has no optimum"));
    }

    /// Whether any throughput keeps bounds and guarantees.
    boolean isFeasible() {
        return solve(new double[model.pipes]).isPresent();
    }

    /// An optimum in which every pipe moves at least what its least number of connections carries, undisturbed: l =
    /// m c. It is reached exactly by its n, for then all flows stop at their ceilings. Empty if the capacities or
    /// bounds do not allow it.
    Optional<Solution> solveWithLeast() {
        double[] least = new double[model.pipes];
        for (int i = 0; i < least.length; i++) {
            least[i] = hasCeiling(i) ? model.min * model.ceilingBps[i] : 0;
        }
        return solve(least);
    }

    private boolean hasCeiling(int pipe) {
        return !Double.isInfinite(model.ceilingBps[pipe]);
    }

    private boolean isLimited(int resource) {
        return !Double.isInfinite(model.capacityBps[resource]);
    }

    private double mostBps(int resource, double connections) {
        double excess = Math.max(0, connections - model.deteriorationFrom[resource]);
        return model.capacityBps[resource] - (excess > 0 ? excess * model.deteriorationBps[resource] : 0);
    }

    /// Whether the fewest connections leave nothing of a resource.
    private boolean isDead(int resource) {
        return isLimited(resource) && !(mostBps(resource, model.min * users[resource]) > 0);
    }

    private Optional<Solution> solve(double[] leastBps) {
        ExpressionsBasedModel program = new ExpressionsBasedModel();
        Variable[] rate = new Variable[model.pipes];
        Variable[] count = new Variable[model.pipes];
        for (int i = 0; i < rate.length; i++) {
            boolean dead = Arrays.stream(model.paths[i]).anyMatch(this::isDead);
            if (dead && leastBps[i] > 0) {
                return Optional.empty();
            }
            rate[i] = program.newVariable("T" + i).lower(leastBps[i] / UNIT_BPS).weight(1);
            count[i] = program.newVariable("n" + i).lower(model.min).upper(dead ? model.min : model.max);
            if (dead) {
                rate[i].upper(0);
            } else if (hasCeiling(i)) {
                program.newExpression("c" + i).upper(0).set(rate[i], 1).set(count[i], -model.ceilingBps[i] / UNIT_BPS);
            }
        }
        addResources(program, rate, count);
        for (int b = 0; b < model.boundBps.length; b++) {
            Expression bound = program.newExpression("b" + b).upper(model.boundBps[b] / UNIT_BPS);
            for (int pipe : model.boundPipes[b]) {
                bound.set(rate[pipe], 1);
            }
        }
        for (int f = 0; f < model.floorBps.length; f++) {
            Expression floor = program.newExpression("g" + f).lower((1 + HAIR) * model.floorBps[f] / UNIT_BPS);
            for (int pipe : model.floorPipes[f]) {
                floor.set(rate[pipe], 1);
            }
        }
        Optimisation.Result result = program.maximise();
        return result.getState().isOptimal() ? Optional.of(solution(result)) : Optional.empty();
    }

    private void addResources(ExpressionsBasedModel program, Variable[] rate, Variable[] count) {
        Expression[] full = new Expression[model.capacityBps.length];
        Expression[] worn = new Expression[full.length];
        for (int r = 0; r < full.length; r++) {
            double lossBps = model.deteriorationBps[r];
            if (!isLimited(r) || isDead(r) || users[r] == 0) {
                continue;
            }
            full[r] = program.newExpression("C" + r).upper(model.capacityBps[r] / UNIT_BPS);
            if (lossBps > 0 && model.max * users[r] > model.deteriorationFrom[r]) {
                worn[r] = program.newExpression("d" + r)
                        .upper((model.capacityBps[r] + lossBps * model.deteriorationFrom[r]) / UNIT_BPS);
            }
        }
        for (int i = 0; i < rate.length; i++) {
            for (int r : model.paths[i]) {
                if (full[r] != null) {
                    full[r].set(rate[i], 1);
                }
                if (worn[r] != null) {
                    worn[r].set(rate[i], 1).set(count[i], model.deteriorationBps[r] / UNIT_BPS);
                }
            }
        }
    }

    private Solution solution(Optimisation.Result result) {
        double[] throughputBps = new double[model.pipes];
        double[] connections = new double[model.pipes];
        for (int i = 0; i < throughputBps.length; i++) {
            // The variables of a pipe stand side by side: T, then n.
            throughputBps[i] = result.doubleValue(2L * i) * UNIT_BPS;
            connections[i] = hasCeiling(i)
                    ? Math.clamp(throughputBps[i] / model.ceilingBps[i], model.min, model.max)
                    : model.min;
        }
        return new Solution(throughputBps, connections);
    }
}
