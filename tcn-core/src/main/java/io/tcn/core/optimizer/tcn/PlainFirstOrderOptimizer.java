// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.tcn;

import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.StochasticRounding;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.throughput.ThroughputGradient;
import io.tcn.core.throughput.WeightedMaxMin;
import io.tcn.core.utility.Utility;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Protocol 2 of the TCN paper with every throughput function explicit (line 9): plain gradient ascent with momentum
/// on the network that the map tells, as section 7.3 of the paper compares it with the zero-order method.
///
/// ```
/// n <- uniform(m, M)                              (line 2)
/// repeat, one control interval each:
///     g <- J(n)^T da/dT                           (equations 1 and 2, first-order gradient)
///     mom <- (1 - alpha) mom + alpha eta g        (line 15)
///     n <- n + int(mom), kept within [m, M]       (line 16)
/// ```
///
/// a is the utility less a linear penalty for every bound that is exceeded; g is divided by the throughput per
/// connection, as in [ZeroOrderOptimizer], with which it shares the settings.
///
/// It explores nothing and measures nothing: it stays in the first local maximum or plateau that it meets, and where
/// the map is wrong, it is wrong. TCN's own first-order optimizer does without both faults; this one is the measure
/// that the paper gives. Cost: O(total path length x log resources) per interval.
public final class PlainFirstOrderOptimizer implements Optimizer {
    private final ZeroOrderSettings settings;
    private final Utility utility;
    private final PipeMemories<PipeMemories.Memory> memories;
    private final MappedNetwork network = new MappedNetwork();

    public PlainFirstOrderOptimizer(ZeroOrderSettings settings, Utility utility, RandomGenerator random) {
        this.settings = settings;
        this.utility = utility;
        this.memories = new PipeMemories<>(settings, random, new StochasticRounding(random), PipeMemories.Memory::new);
    }

    @Override
    public Decision decide(Observation observation) {
        List<PipeObservation> pipes = observation.pipes();
        memories.noteChanges(pipes);
        network.adopt(observation);
        double[] n = new double[pipes.size()];
        double open = 0;
        for (int i = 0; i < n.length; i++) {
            n[i] = pipes.get(i).hasWork() ? memories.of(pipes.get(i)).connections : 0;
            open += n[i];
        }
        FlowNetwork flows = network.flows();
        WeightedMaxMin solver = network.solver();
        double[] expected = new double[n.length];
        solver.allocate(n, expected);
        double total = Arrays.stream(expected).sum();
        double[] gradient = new double[n.length];
        if (total > 0 && total < Double.POSITIVE_INFINITY) {
            double[] worth = worthOf(observation, expected);
            new ThroughputGradient(flows, solver).product(n, expected, worth, gradient);
        }
        List<PipeDecision> decisions = new ArrayList<>(n.length);
        for (int i = 0; i < n.length; i++) {
            // The divisor is positive where the gradient is not zero: something moves on open connections.
            double scaled = gradient[i] == 0 ? 0 : gradient[i] * open / total;
            decisions.add(step(pipes.get(i), n[i] > 0, scaled));
        }
        double[] throughput = observation.throughputBps();
        double value = utility.value(throughput, observation.weights());
        double penalty = settings.penaltyWeight()
                * observation.constraints().stream()
                        .mapToDouble(constraint -> constraint.excessBps(throughput))
                        .sum();
        return Decision.unpriced(observation, decisions, value, value - penalty);
    }

    /// da/dT_j of the utility less the linear penalty.
    private double[] worthOf(Observation observation, double[] expected) {
        double[] worth = new double[expected.length];
        utility.gradient(expected, observation.weights(), worth);
        for (Constraint constraint : observation.constraints()) {
            if (constraint.excessBps(expected) > 0) {
                double sign = constraint.kind().isUpper() ? -1 : 1;
                for (int k = 0; k < constraint.size(); k++) {
                    worth[constraint.pipe(k)] += sign * settings.penaltyWeight();
                }
            }
        }
        return worth;
    }

    private PipeDecision step(PipeObservation pipe, boolean busy, double gradient) {
        PipeMemories.Memory memory = memories.of(pipe);
        boolean first = memory.isNew;
        memory.isNew = false;
        return first || !busy
                ? PipeDecision.of(pipe, memory.connections, Rationale.of(first ? Reason.START : Reason.IDLE))
                : memories.step(pipe, gradient, Reason.FIRST_ORDER_STEP);
    }
}
