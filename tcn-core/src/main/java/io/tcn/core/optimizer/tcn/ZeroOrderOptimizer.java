// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.tcn;

import io.tcn.core.model.PipeId;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// Momentum-based discrete zero-order optimisation: Protocol 2 of the TCN paper with the gradient of its equation 3.
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
/// were open (a probe that a full pipe could not follow teaches nothing); idle pipes are not probed; int(mom) is
/// clipped to stepMax; when the set of busy pipes changes between the two measurements, they are thrown away.
///
/// The whole network is one black box here. Cost: O(pipes + constraints) per interval.
public final class ZeroOrderOptimizer implements Optimizer {
    /// How many times a probe that rounds to nothing is drawn again.
    private static final int DRAWS = 100;

    /// Weight of the newest interval in the running throughput per connection.
    private static final double SCALE_WEIGHT = 0.2;

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
    private static final class Memory {
        private int connections;
        private double momentum;
        private boolean isNew = true;
        private boolean wasBusy;
        private double baseActive;
        private int probed;
    }

    private final ZeroOrderSettings settings;
    private final Utility utility;
    private final RandomGenerator random;
    private final StochasticRounding rounding;
    private final Map<PipeId, Memory> memories = new HashMap<>();
    private Phase phase = Phase.BASE;
    private double baseObjective;
    private double bpsPerConnection;

    public ZeroOrderOptimizer(ZeroOrderSettings settings, Utility utility, RandomGenerator random) {
        this.settings = settings;
        this.utility = utility;
        this.random = random;
        this.rounding = new StochasticRounding(random);
    }

    @Override
    public Decision decide(Observation observation) {
        List<PipeObservation> pipes = observation.pipes();
        boolean changed = noteChanges(pipes);
        double[] throughput = observation.throughputBps();
        double utilityNow = utility.value(throughput, observation.weights());
        double objective = utilityNow - penalty(observation.constraints(), throughput);
        updateScale(pipes, throughput);

        List<PipeDecision> decisions;
        if (changed) {
            phase = Phase.BASE;
            decisions = settle(pipes, Reason.PIPES_CHANGED);
        } else if (!(bpsPerConnection > 0)) {
            phase = Phase.BASE;
            decisions = settle(pipes, Reason.NOTHING_MEASURED);
        } else if (phase == Phase.BASE) {
            baseObjective = objective;
            decisions = probe(pipes);
        } else {
            decisions = step(pipes, objective);
            phase = Phase.BASE;
        }
        return Decision.unpriced(observation, decisions, utilityNow, objective);
    }

    /// Draws first values for new pipes, forgets those that are gone.
    ///
    /// @return whether the set of busy pipes is another than at the last observation
    private boolean noteChanges(List<PipeObservation> pipes) {
        boolean changed = false;
        for (PipeObservation pipe : pipes) {
            Memory memory = memories.get(pipe.pipe().id());
            if (memory == null) {
                memory = new Memory();
                memory.connections = settings.start().draw(pipe.pipe().limits(), random);
                memories.put(pipe.pipe().id(), memory);
                changed = true;
            }
            memory.connections = pipe.pipe().limits().clamp(memory.connections);
            boolean busy = pipe.hasWork();
            changed |= busy != memory.wasBusy;
            memory.wasBusy = busy;
        }
        if (memories.size() > pipes.size()) {
            memories.keySet()
                    .retainAll(pipes.stream().map(pipe -> pipe.pipe().id()).collect(Collectors.toSet()));
            changed = true;
        }
        return changed;
    }

    private Memory memoryOf(PipeObservation pipe) {
        Memory memory = memories.get(pipe.pipe().id());
        if (memory == null) {
            throw new IllegalStateException("pipe " + pipe.pipe().id() + " was not noted");
        }
        return memory;
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
            bpsPerConnection =
                    bpsPerConnection > 0 ? bpsPerConnection + SCALE_WEIGHT * (sample - bpsPerConnection) : sample;
        }
    }

    /// Publishes n itself, to be measured.
    private List<PipeDecision> settle(List<PipeObservation> pipes, Reason reason) {
        List<PipeDecision> decisions = new ArrayList<>(pipes.size());
        for (PipeObservation pipe : pipes) {
            Memory memory = memoryOf(pipe);
            Reason why = memory.isNew ? Reason.START : memory.wasBusy ? reason : Reason.IDLE;
            memory.isNew = false;
            decisions.add(PipeDecision.of(pipe, memory.connections, Rationale.of(why)));
        }
        return decisions;
    }

    /// Publishes n + z.
    private List<PipeDecision> probe(List<PipeObservation> pipes) {
        boolean moved = false;
        for (int draw = 0; draw < DRAWS && !moved; draw++) {
            for (PipeObservation pipe : pipes) {
                Memory memory = memoryOf(pipe);
                memory.baseActive = pipe.meanActiveConnections();
                memory.probed = memory.connections;
                if (memory.wasBusy) {
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
            Memory memory = memoryOf(pipe);
            Rationale why = memory.wasBusy
                    ? Rationale.of(
                            Reason.PROBE,
                            Map.of("n", (double) memory.connections, "z", (double) memory.probed - memory.connections))
                    : Rationale.of(Reason.IDLE);
            decisions.add(PipeDecision.of(pipe, memory.probed, why));
        }
        return decisions;
    }

    /// Equation 3, then lines 15 and 16.
    private List<PipeDecision> step(List<PipeObservation> pipes, double objective) {
        double[] z = new double[pipes.size()];
        double norm2 = 0;
        for (int i = 0; i < z.length; i++) {
            PipeObservation pipe = pipes.get(i);
            Memory memory = memoryOf(pipe);
            z[i] = memory.wasBusy ? pipe.meanActiveConnections() - memory.baseActive : 0;
            norm2 += z[i] * z[i];
        }
        if (!(norm2 >= LEAST_MOVE * LEAST_MOVE)) {
            return settle(pipes, Reason.NOTHING_MEASURED);
        }
        double gain = (objective - baseObjective) / bpsPerConnection / norm2;
        List<PipeDecision> decisions = new ArrayList<>(z.length);
        for (int i = 0; i < z.length; i++) {
            PipeObservation pipe = pipes.get(i);
            Memory memory = memoryOf(pipe);
            if (!memory.wasBusy) {
                decisions.add(PipeDecision.of(pipe, memory.connections, Rationale.of(Reason.IDLE)));
                continue;
            }
            double gradient = gain * z[i];
            memory.momentum = (1 - settings.alpha()) * memory.momentum + settings.alpha() * settings.eta() * gradient;
            double clipped = Math.clamp(memory.momentum, -settings.stepMax(), settings.stepMax());
            memory.connections = pipe.pipe().limits().clamp(memory.connections + rounding.round(clipped));
            decisions.add(PipeDecision.of(
                    pipe,
                    memory.connections,
                    Rationale.of(Reason.GRADIENT_STEP, Map.of("gradient", gradient, "momentum", memory.momentum))));
        }
        return decisions;
    }
}
