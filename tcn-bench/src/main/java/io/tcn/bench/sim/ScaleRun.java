// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.sim;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.port.ControlEvents;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.network.ToldMap;
import io.tcn.sim.run.ControlPlane;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.ScenarioReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Very many transfers over a busy ESnet6 under the real loops; a process of its own, so that its heap can be
/// bounded.
///
/// Arrivals are Poisson, each on a pipe drawn in proportion to what it moves when all pipes are equal; sizes are
/// exponential with a mean that asks for a given part of all that. Nothing is made before its time: one arrival is
/// pending.
public final class ScaleRun implements ControlEvents, DecisionListener {
    private static final double ARRIVALS_PER_SECOND = 100;
    private static final double LOAD = 0.8;
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final URI NOWHERE = URI.create("sim:///file");
    private static final long SEED = 1;

    private final Engine engine = new Engine();
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final ScaleWorld world;
    private final FluidDataPlane dataPlane;
    private final ControlPlane plane;
    private final double[] summedBps;
    private final double totalBps;
    private final double meanBytes;
    private final long transfers;
    private long arrived;
    private long ended;
    private long intervals;
    private double throughputSum;
    private long mostQueued;

    private ScaleRun(long transfers) throws InvalidScenarioException {
        this.transfers = transfers;
        this.world = ScaleWorld.of(new ScenarioReader().readTopology("esnet6-2026"), engine);
        this.summedBps = new double[world.pipes().size()];
        double sum = 0;
        for (int i = 0; i < summedBps.length; i++) {
            sum += world.fairBps().get(i);
            summedBps[i] = sum;
        }
        this.totalBps = sum;
        this.meanBytes = LOAD * totalBps / 8 / ARRIVALS_PER_SECOND;
        this.dataPlane = new FluidDataPlane(engine, world.network());
        this.plane = new ControlPlane(
                engine,
                dataPlane,
                new ToldMap(world.map(), world.network(), Knowledge.FULL, Set.of()),
                new OptimizerRegistry().find("tcn").orElseThrow().factory().create(random.split()),
                new ControlSettings(INTERVAL, 1),
                this,
                this);
    }

    private void scheduleNext() {
        if (arrived < transfers) {
            long gapNanos = Math.round(random.nextExponential() / ARRIVALS_PER_SECOND * 1e9);
            engine.at(engine.nanoTime() + gapNanos, this::arrive);
        }
    }

    private void arrive() {
        arrived++;
        int place = Arrays.binarySearch(summedBps, random.nextDouble() * totalBps);
        int pipe = Math.min(summedBps.length - 1, place < 0 ? -place - 1 : place);
        plane.submit(List.of(new Transfer(
                TransferId.of(arrived),
                world.pipes().get(pipe).id(),
                NOWHERE,
                NOWHERE,
                Math.round(meanBytes * random.nextExponential()),
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT)));
        scheduleNext();
    }

    private void run() {
        plane.start(List.of(ScaleWorld.USER), world.pipes(), List.of());
        scheduleNext();
        while (ended < transfers && engine.step(Long.MAX_VALUE)) {
            // The events do it all.
        }
    }

    @Override
    public void decided(Observation observation, Decision decision) {
        intervals++;
        long queued = 0;
        for (PipeObservation pipe : observation.pipes()) {
            throughputSum += pipe.throughputBps();
            queued += pipe.queuedTransfers();
        }
        mostQueued = Math.max(mostQueued, queued);
    }

    @Override
    public void transferChanged(TransferId transfer, TransferState state, @Nullable TransferFailure failure) {
        if (state.isTerminal()) {
            ended++;
        }
    }

    @Override
    public void stepFailed(String loop, Throwable defect) {
        throw new IllegalStateException("a step of the " + loop + " loop failed", defect);
    }

    /// Wall seconds, events, allocations, intervals, virtual seconds, mean throughput in bit/s, transfers queued
    /// at most, peak of the used heap in bytes.
    private String inWords(double wallSeconds) {
        long peak = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            peak += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
        }
        return String.format(
                Locale.ROOT,
                "%.3f %d %d %d %.1f %.4g %d %d",
                wallSeconds,
                engine.executedEvents(),
                dataPlane.allocations(),
                intervals,
                engine.nanoTime() / 1e9,
                // The first decision is taken before anything was measured, so that there is at least one.
                throughputSum / Math.max(1, intervals - 1),
                mostQueued,
                peak);
    }

    /// Runs so many transfers and says what it took.
    static String measure(long transfers) throws InvalidScenarioException {
        long begun = System.nanoTime();
        ScaleRun run = new ScaleRun(transfers);
        run.run();
        return run.inWords((System.nanoTime() - begun) / 1e9);
    }

    /// @param args how many transfers
    public static void main(String[] args) throws InvalidScenarioException {
        System.out.println(measure(Long.parseLong(args[0])));
    }
}
