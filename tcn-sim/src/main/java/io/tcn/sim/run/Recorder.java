// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.control.DecisionListener;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.Resource;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Held;
import io.tcn.core.optimizer.HeldConnections;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.TimeSource;
import io.tcn.sim.network.FluidNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes down what the loops do. A step of a loop that fails ends the simulation: here it can only be a defect.
final class Recorder implements DecisionListener, ControlEvents {
    private final TimeSource time;
    private final LinkLoads links;
    private final Runnable afterEachInterval;
    private final IntervalSeries intervals;
    private final TransferLog transfers;
    private int mostBusy;
    private @Nullable Observation busiest;
    private @Nullable Decision decidedThen;

    Recorder(TimeSource time, FluidNetwork network, TransferLog transfers, Runnable afterEachInterval) {
        this.time = time;
        this.links = new LinkLoads(network);
        this.intervals = new IntervalSeries(network.pipes().size());
        this.transfers = transfers;
        this.afterEachInterval = afterEachInterval;
    }

    IntervalSeries intervals() {
        return intervals;
    }

    private double seconds() {
        return time.nanoTime() / 1e9;
    }

    @Override
    public void transferChanged(TransferId transfer, TransferState state, @Nullable TransferFailure failure) {
        transfers.changed(transfer, state, seconds());
    }

    @Override
    public void stepFailed(String loop, Throwable defect) {
        throw new IllegalStateException("a step of the " + loop + " loop failed", defect);
    }

    @Override
    public void decided(Observation observation, Decision decision) {
        if (observation.interval() == 0) {
            // The first values of n; nothing was measured yet.
            return;
        }
        List<Double> throughput = new ArrayList<>();
        List<Integer> connections = new ArrayList<>();
        List<Double> active = new ArrayList<>();
        int queued = 0;
        int busy = 0;
        links.clear();
        for (int i = 0; i < observation.pipes().size(); i++) {
            PipeObservation pipe = observation.pipes().get(i);
            throughput.add(pipe.throughputBps());
            connections.add(pipe.decidedConnections());
            active.add(pipe.meanActiveConnections());
            queued += pipe.queuedTransfers();
            if (pipe.hasWork()) {
                busy++;
                links.add(i, pipe.throughputBps());
            }
        }
        double excess = 0;
        double bounds = 0;
        double worst = 0;
        for (ConstraintReport report : decision.constraints()) {
            excess += Math.max(0, -report.slackBps());
            bounds += report.limitBps();
            // A bound is positive.
            worst = Math.max(worst, -report.slackBps() / report.limitBps());
        }
        intervals.add(new IntervalRecord(
                seconds(),
                observation.length().toNanos() / 1e9,
                throughput,
                connections,
                active,
                decision.utility(),
                decision.objective(),
                bounds > 0 ? excess / bounds : 0,
                worst,
                links.meanUtilisation(),
                queued,
                busy));
        if (busy >= mostBusy && throughput.stream().anyMatch(bps -> bps > 0)) {
            mostBusy = busy;
            busiest = observation;
            decidedThen = decision;
        }
        afterEachInterval.run();
    }

    /// The last moment at which most pipes were busy and something moved; null if nothing ever moved.
    @Nullable
    BusyMoment busiest() {
        Observation observation = busiest;
        Decision decision = decidedThen;
        if (observation == null || decision == null) {
            return null;
        }
        HeldConnections held = new HeldConnections(observation, decision);
        List<Double> active = new ArrayList<>();
        List<String> heldBy = new ArrayList<>();
        for (int i = 0; i < observation.pipes().size(); i++) {
            PipeObservation pipe = observation.pipes().get(i);
            active.add(pipe.meanActiveConnections());
            heldBy.add(heldBy(pipe.pipe(), decision.pipes().get(i), held));
        }
        return new BusyMoment(active, decision.constraints(), heldBy);
    }

    private static String heldBy(Pipe pipe, PipeDecision decided, HeldConnections held) {
        int most = pipe.limits().maxConnections();
        return decided.tuning().connections() >= most
                ? "the pipe's own maximum: " + most + " connections"
                : held.of(pipe)
                        .map(Held::inWords)
                        .orElse("the optimizer: " + decided.rationale().reason().words());
    }

    /// What links carry within one interval.
    private static final class LinkLoads {
        private final int[][] linksOfPipe;
        private final double[] capacityBps;
        private final double[] carriedBps;
        private final boolean[] used;

        LinkLoads(FluidNetwork network) {
            int resources = network.resources().size();
            this.capacityBps = new double[resources];
            this.carriedBps = new double[resources];
            this.used = new boolean[resources];
            for (int r = 0; r < resources; r++) {
                capacityBps[r] = network.flows().capacityBps(r, 0);
            }
            this.linksOfPipe = new int[network.pipes().size()][];
            for (int i = 0; i < linksOfPipe.length; i++) {
                linksOfPipe[i] = network.path(i).stream()
                        .mapToInt(Integer::intValue)
                        .filter(r -> network.resources().get(r).kind() == Resource.Kind.LINK)
                        .toArray();
            }
        }

        void clear() {
            Arrays.fill(carriedBps, 0);
            Arrays.fill(used, false);
        }

        void add(int pipe, double throughputBps) {
            for (int r : linksOfPipe[pipe]) {
                used[r] = true;
                carriedBps[r] += throughputBps;
            }
        }

        double meanUtilisation() {
            double sum = 0;
            int count = 0;
            for (int r = 0; r < used.length; r++) {
                if (used[r]) {
                    // The capacity of a link is positive: a topology with another is refused.
                    sum += carriedBps[r] / capacityBps[r];
                    count++;
                }
            }
            return count == 0 ? 0 : sum / count;
        }
    }
}
