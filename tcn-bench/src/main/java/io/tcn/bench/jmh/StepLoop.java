// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import io.tcn.core.model.Pipe;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.throughput.WeightedMaxMin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// An optimizer in a closed loop with a [StepNetwork]: the connections follow its decisions, the throughputs are the
/// weighted max-min of the true network with 1 % of noise.
///
/// One pipe in twenty is idle; one in ten has few transfers and never more than three connections open.
final class StepLoop {
    private static final long SEED = 2;
    private static final Duration LENGTH = Duration.ofSeconds(10);
    private static final double NOISE = 0.01;
    private static final double FILE_BYTES = 5e9;
    private static final int FEW_TRANSFERS = 3;
    private static final int BACKLOG = 100;

    private enum Load {
        IDLE,
        FEW,
        MANY
    }

    private final StepNetwork network;
    private final Optimizer optimizer;
    private final List<Constraint> constraints;
    private final WeightedMaxMin solver;
    private final RandomGenerator random = StepNetwork.newRandom(SEED);
    private final Load[] loads;
    private final int[] decided;
    private final double[] connections;
    private final double[] ratesBps;
    private long interval;

    /// @param guarantees whether users are guaranteed something beside their bounds
    StepLoop(StepNetwork network, Optimizer optimizer, boolean guarantees) {
        this.network = network;
        this.optimizer = optimizer;
        this.constraints = new ArrayList<>(network.bounds());
        if (guarantees) {
            constraints.addAll(network.guarantees());
        }
        this.solver = new WeightedMaxMin(network.truth());
        int size = network.pipes().size();
        this.loads = new Load[size];
        this.decided = new int[size];
        this.connections = new double[size];
        this.ratesBps = new double[size];
        for (int i = 0; i < size; i++) {
            double drawn = random.nextDouble();
            loads[i] = drawn < 0.05 ? Load.IDLE : drawn < 0.15 ? Load.FEW : Load.MANY;
            decided[i] = network.pipes().get(i).limits().minConnections();
        }
    }

    /// Lets intervals pass and returns the observations of the last ones.
    ///
    /// @param intervals how many pass
    /// @param kept of how many the observations are wanted
    List<Observation> run(int intervals, int kept) {
        List<Observation> last = new ArrayList<>(kept);
        for (int k = 0; k < intervals; k++) {
            Observation observation = observe();
            if (k >= intervals - kept) {
                last.add(observation);
            }
            Decision decision = optimizer.decide(observation);
            for (int i = 0; i < decided.length; i++) {
                decided[i] = decision.pipes().get(i).tuning().connections();
            }
        }
        return last;
    }

    private Observation observe() {
        for (int i = 0; i < decided.length; i++) {
            connections[i] = switch (loads[i]) {
                case IDLE -> 0;
                case FEW -> Math.min(decided[i], FEW_TRANSFERS);
                case MANY -> decided[i];
            };
        }
        solver.allocate(connections, ratesBps);
        interval++;
        List<PipeObservation> pipes = new ArrayList<>(decided.length);
        for (int i = 0; i < decided.length; i++) {
            pipes.add(observe(i));
        }
        Instant at = Instant.EPOCH.plus(LENGTH.multipliedBy(interval));
        return new Observation(interval, at, LENGTH, pipes, network.map(), constraints);
    }

    private PipeObservation observe(int i) {
        Pipe pipe = network.pipes().get(i);
        double throughputBps = ratesBps[i] * Math.max(0, 1 + NOISE * random.nextGaussian());
        int active = (int) connections[i];
        double movedBytes = throughputBps * LENGTH.toSeconds() / 8;
        long finished = (long) (movedBytes / FILE_BYTES + random.nextDouble());
        return PipeObservation.of(pipe)
                .decidedConnections(decided[i])
                .meanActiveConnections(active)
                .activeConnections(active)
                .activeTransfers(active)
                .queuedTransfers(loads[i] == Load.MANY ? BACKLOG : 0)
                .movedBytes((long) movedBytes)
                .throughputBps(throughputBps)
                .throughputStdBps(2 * NOISE * throughputBps)
                .finishedTransfers(finished)
                .finishedBytes((long) (finished * FILE_BYTES))
                .finishedBytesSquared(finished * FILE_BYTES * FILE_BYTES)
                .finishedSeconds(10.0 * finished)
                .build();
    }
}
