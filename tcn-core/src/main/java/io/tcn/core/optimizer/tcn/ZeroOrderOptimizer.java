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
import io.tcn.core.utility.Utility;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Momentum-based discrete zero-order optimisation: Protocol 2 of the TCN paper with the gradient of its equation
/// 3.
///
/// ```
/// n <- uniform(m, M)                              (line 2)
/// repeat, two control intervals each:
///     z <- int(z'), z' ~ N(0, sigma^2 I)
///     G <- (f(n + z) - f(n)) / ||z||^2 * z        (equation 3)
///     mom <- (1 - alpha) mom + alpha eta G        (line 15)
///     n <- n + int(mom), kept within [m, M]       (line 16)
/// ```
///
/// f is the utility less a penalty for every bound that is exceeded, divided by the throughput per connection,
/// so that eta has the same meaning on slow and fast networks.
///
/// Where we differ from the letter: z is what really changed, after the limits of the pipes and in connections that
/// were open (a probe that a full pipe could not follow teaches nothing); idle pipes are not probed; mom is clipped
/// to stepMax, so that it cannot wind up. The two measurements are compared over the pipes that were busy in both:
/// in f, the others have weight zero in the utility, and count in the penalty with what they move now, both times.
/// So pipes that come and go while the gradient is measured disturb it by what they take from the rest only.
///
/// The whole network is one black box here. Cost: O(pipes + constraints) per interval.
public final class ZeroOrderOptimizer implements Optimizer {
    /// How many times a probe that rounds to nothing is drawn again.
    private static final int DRAWS = 100;

    /// Weight of the newest interval in the running throughput per connection.
    private static final double SCALE_WEIGHT = 0.2;

    /// A sample above so many times the scale is nonsense, and would be remembered for hours: it counts as that many.
    private static final double MOST_CHANGE = 100;

    /// A probe moves at least one pipe by one connection. Where less than half of that was really opened or closed,
    /// the measurement is noise, and dividing by it would throw the momentum far off.
    private static final double LEAST_MOVE = 0.5;

    private enum Phase {
        /// The next observation is of n.
        BASE,
        /// The next observation is of n + z.
        PROBE
    }

    /// What is remembered of a pipe.
    private static final class Memory extends PipeMemories.Memory {
        private boolean wasBusy;
        private boolean baseBusy;
        private double baseActive;
        private double baseBps;
        private int probed;
    }

    private final ZeroOrderSettings settings;
    private final Utility utility;
    private final RandomGenerator random;
    private final StochasticRounding rounding;
    private final PipeMemories<Memory> memories;
    private Phase phase = Phase.BASE;
    private double bpsPerConnection;

    public ZeroOrderOptimizer(ZeroOrderSettings settings, Utility utility, RandomGenerator random) {
        this.settings = settings;
        this.utility = utility;
        this.random = random;
        this.rounding = new StochasticRounding(random);
        this.memories = new PipeMemories<>(settings, random, rounding, Memory::new);
    }

    @Override
    public Decision decide(Observation observation) {
        List<PipeObservation> pipes = observation.pipes();
        memories.noteChanges(pipes);
        pipes.forEach(pipe -> memories.of(pipe).wasBusy = pipe.hasWork());
        double[] throughput = observation.throughputBps();
        double utilityNow = utility.value(throughput, observation.weights());
        double objective = utilityNow - penalty(observation.constraints(), throughput);
        updateScale(pipes, throughput);

        List<PipeDecision> decisions;
        if (!(bpsPerConnection > 0)) {
            phase = Phase.BASE;
            decisions = settle(pipes, Reason.NOTHING_MEASURED);
        } else if (phase == Phase.BASE) {
            decisions = probe(pipes);
        } else {
            decisions = step(observation, throughput);
            phase = Phase.BASE;
        }
        return Decision.unpriced(observation, decisions, utilityNow, objective);
    }

    private double penalty(List<Constraint> constraints, double[] throughput) {
        double sum = 0;
        for (Constraint constraint : constraints) {
            double excess = constraint.excessBps(throughput);
            sum += switch (settings.penalty()) {
                case LINEAR -> excess;
                case QUADRATIC -> excess * excess / constraint.limitBps();
            };
        }
        return settings.penaltyWeight() * sum;
    }

    private void updateScale(List<PipeObservation> pipes, double[] throughput) {
        double total = 0;
        double connections = 0;
        for (int i = 0; i < throughput.length; i++) {
            total += throughput[i];
            connections += pipes.get(i).meanActiveConnections();
        }
        if (total > 0 && connections > 0) {
            double sample = total / connections;
            if (bpsPerConnection > 0) {
                double believed = Math.min(sample, MOST_CHANGE * bpsPerConnection);
                bpsPerConnection += SCALE_WEIGHT * (believed - bpsPerConnection);
            } else if (Double.isFinite(sample)) {
                bpsPerConnection = sample;
            }
        }
    }

    /// Publishes n itself, to be measured.
    private List<PipeDecision> settle(List<PipeObservation> pipes, Reason reason) {
        List<PipeDecision> decisions = new ArrayList<>(pipes.size());
        for (PipeObservation pipe : pipes) {
            decisions.add(settle(pipe, memories.of(pipe), reason));
        }
        return decisions;
    }

    private static PipeDecision settle(PipeObservation pipe, Memory memory, Reason reason) {
        Reason why = memory.isNew ? Reason.START : memory.wasBusy ? reason : Reason.IDLE;
        memory.isNew = false;
        return PipeDecision.of(pipe, memory.connections, Rationale.of(why));
    }

    /// Publishes n + z. A pipe that is new has not been measured at n yet and is left out.
    private List<PipeDecision> probe(List<PipeObservation> pipes) {
        boolean moved = false;
        for (int draw = 0; draw < DRAWS && !moved; draw++) {
            for (PipeObservation pipe : pipes) {
                Memory memory = memories.of(pipe);
                memory.baseBusy = memory.wasBusy && !memory.isNew;
                memory.baseActive = pipe.meanActiveConnections();
                memory.baseBps = pipe.throughputBps();
                memory.probed = memory.connections;
                if (memory.baseBusy) {
                    long z = rounding.round(settings.sigma() * random.nextGaussian());
                    memory.probed = pipe.pipe().limits().clamp(memory.connections + z);
                    moved |= memory.probed != memory.connections;
                }
            }
        }
        if (!moved) {
            return settle(pipes, Reason.NOTHING_MEASURED);
        }
        phase = Phase.PROBE;
        List<PipeDecision> decisions = new ArrayList<>(pipes.size());
        for (PipeObservation pipe : pipes) {
            Memory memory = memories.of(pipe);
            if (memory.baseBusy) {
                Map<String, Double> figures =
                        Map.of("n", (double) memory.connections, "z", (double) memory.probed - memory.connections);
                decisions.add(PipeDecision.of(pipe, memory.probed, Rationale.of(Reason.PROBE, figures)));
            } else {
                decisions.add(settle(pipe, memory, Reason.NOTHING_MEASURED));
            }
        }
        return decisions;
    }

    /// Equation 3, then lines 15 and 16.
    private List<PipeDecision> step(Observation observation, double[] throughput) {
        List<PipeObservation> pipes = observation.pipes();
        double[] weights = observation.weights();
        double[] base = throughput.clone();
        double[] z = new double[pipes.size()];
        double norm2 = 0;
        boolean anyCommon = false;
        for (int i = 0; i < z.length; i++) {
            PipeObservation pipe = pipes.get(i);
            Memory memory = memories.of(pipe);
            if (isCommon(memory)) {
                anyCommon = true;
                base[i] = memory.baseBps;
                z[i] = pipe.meanActiveConnections() - memory.baseActive;
                norm2 += z[i] * z[i];
            } else {
                weights[i] = 0;
            }
        }
        if (!(norm2 >= LEAST_MOVE * LEAST_MOVE)) {
            return settle(pipes, anyCommon ? Reason.NOTHING_MEASURED : Reason.PIPES_CHANGED);
        }
        double risen = utility.value(throughput, weights)
                - utility.value(base, weights)
                - penalty(observation.constraints(), throughput)
                + penalty(observation.constraints(), base);
        double gain = risen / bpsPerConnection / norm2;
        List<PipeDecision> decisions = new ArrayList<>(z.length);
        for (int i = 0; i < z.length; i++) {
            PipeObservation pipe = pipes.get(i);
            Memory memory = memories.of(pipe);
            if (!isCommon(memory)) {
                decisions.add(settle(pipe, memory, Reason.PIPES_CHANGED));
                continue;
            }
            decisions.add(memories.step(pipe, gain * z[i], Reason.GRADIENT_STEP));
        }
        return decisions;
    }

    /// Whether a pipe was busy in both measurements.
    private static boolean isCommon(Memory memory) {
        return memory.wasBusy && memory.baseBusy;
    }
}
