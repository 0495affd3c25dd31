// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.NoisyDataPlane;
import io.tcn.sim.network.PatientDataPlane;
import io.tcn.sim.network.ToldMap;
import io.tcn.sim.oracle.GroupBound;
import io.tcn.sim.oracle.GroupFloor;
import io.tcn.sim.run.ControlPlane;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// One run of one optimizer in one world: core's own loops on the virtual clock. What counts is what the fluid really
/// moved, not what was measured. One object is one run, in one thread.
final class QualityRun implements DecisionListener, ControlEvents {
    /// Of those who say nothing else.
    static final Duration INTERVAL = Duration.ofSeconds(10);

    static final int SAMPLES = 5;

    /// Changes of the work follow right after the decision at the beginning of an interval.
    private static final Duration AFTER_DECISION = Duration.ofMillis(1);

    /// An excess over a bound below this part of it is rounding.
    private static final double BROKEN = 0.01;

    /// A guarantee of which less than this part is missing is kept, but for rounding and noise.
    private static final double SHORT = 0.05;

    /// For how long a file may move nothing before it is given up: the agent's own default.
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final World world;
    private final int intervals;
    private final Engine engine = new Engine();
    private final FluidDataPlane fluid;
    private final ToldMap map;
    private final ControlPlane plane;
    private final Trace trace;
    private final long[] movedBytes;
    private final double[] ratesBps;
    private final double[] openBefore;

    /// Per pipe how many times too fast the most exceeded of its bounds was used, at least 1.
    private final double[] slowing;

    private final Workload workload;
    private final WeightedShares shares;

    /// @param bounds how bounds are kept where transfers start
    QualityRun(
            World world,
            Function<RandomGenerator, Optimizer> optimizer,
            Backlog backlog,
            BoundSettings bounds,
            long seed,
            int intervals) {
        this.world = world;
        this.intervals = intervals;
        SplittableRandom random = new SplittableRandom(seed);
        this.fluid = new FluidDataPlane(engine, world.network(), world.physics(), new SplittableRandom(seed + 1));
        this.map = new ToldMap(pipes -> world.paths(), world.believed(), world.knowledge(), world.hidden());
        this.plane = new ControlPlane(
                engine,
                measured(random.split(), backlog),
                map,
                mapPeriod(world),
                optimizer.apply(random.split()),
                new ControlSettings(world.interval(), SAMPLES),
                bounds,
                this,
                this);
        int pipes = world.pipes().size();
        this.trace = new Trace(intervals);
        this.shares = new WeightedShares(world);
        this.movedBytes = new long[pipes];
        this.ratesBps = new double[pipes];
        this.openBefore = new double[pipes];
        this.slowing = new double[pipes];
        this.workload = new Workload(world, backlog, plane, random.split());
    }

    private DataPlane measured(SplittableRandom random, Backlog backlog) {
        // A transfer without end is no file: its connections end as soon as they are not wanted.
        DataPlane seen = backlog == Backlog.ENDLESS ? fluid : new PatientDataPlane(fluid, engine, PATIENCE);
        if (!world.reportSeconds().isEmpty()) {
            MarkedDataPlane marked = new MarkedDataPlane(seen, engine);
            for (int i = 0; i < world.pipes().size(); i++) {
                Duration period =
                        Duration.ofNanos(Math.round(world.reportSeconds().get(i) * 1e9));
                marked.report(world.pipes().get(i).id(), period, random);
            }
            seen = marked;
        }
        return world.noise() > 0 ? new NoisyDataPlane(seen, engine, world.noise(), world.interval(), random) : seen;
    }

    /// The map is asked again at the moment of a change that it tells.
    private static Duration mapPeriod(World world) {
        return world.changes().stream()
                .filter(World.Change::told)
                .findFirst()
                .map(change -> world.interval().multipliedBy(change.afterInterval()))
                .orElse(ControlPlane.MAP_PERIOD);
    }

    /// Runs to the end. To be called once.
    Trace run() {
        for (World.Change change : world.changes()) {
            // Given before anything else, so that it comes first at its instant.
            engine.schedule(world.interval().multipliedBy(change.afterInterval()), () -> apply(change));
        }
        plane.start(
                world.users().stream().map(User::of).toList(),
                world.pipes(),
                world.claims().sets(),
                world.controls());
        workload.begin(1);
        for (int interval = 2; interval <= Math.min(intervals, world.activity().scripted()); interval++) {
            int begun = interval;
            engine.schedule(
                    world.interval().multipliedBy(interval - 1L).plus(AFTER_DECISION), () -> workload.begin(begun));
        }
        engine.runUntil(world.interval().multipliedBy(intervals).toNanos());
        return trace;
    }

    private void apply(World.Change change) {
        fluid.networkChanged(change.network());
        if (change.told()) {
            map.networkChanged(change.network());
        }
    }

    @Override
    public void decided(Observation observation, Decision decision) {
        int k = (int) observation.interval() - 1;
        if (k < 0 || k >= intervals) {
            return;
        }
        double seconds = observation.length().toNanos() / 1e9;
        for (int i = 0; i < ratesBps.length; i++) {
            long moved = fluid.movedBytes(world.pipes().get(i).id());
            // An interval is longer than zero.
            ratesBps[i] = 8.0 * (moved - movedBytes[i]) / seconds;
            movedBytes[i] = moved;
            trace.totalBps[k] += ratesBps[i];
        }
        for (int i = 0; i < ratesBps.length; i++) {
            double open = observation.pipes().get(i).meanActiveConnections();
            trace.connections[k] += open;
            trace.moves[k] += Math.abs(open - openBefore[i]);
            openBefore[i] = open;
        }
        Arrays.fill(slowing, 1);
        for (GroupBound bound : world.bounds()) {
            double excess = bound.excess(ratesBps);
            for (int pipe : bound.pipes()) {
                slowing[pipe] = Math.max(slowing[pipe], 1 + excess);
            }
            trace.meanExcess[k] += excess / world.bounds().size();
            trace.worstExcess[k] = Math.max(trace.worstExcess[k], excess);
            trace.brokenPart[k] += excess > BROKEN ? 1.0 / world.bounds().size() : 0;
            trace.excessConnections[k] =
                    Math.max(trace.excessConnections[k], excess * bound.limitBps() / fastestBps(bound.pipes()));
        }
        noteClaims(k);
        for (int i = 0; i < ratesBps.length; i++) {
            trace.keptBps[k] += ratesBps[i] / slowing[i];
        }
        workload.refill(observation.pipes());
    }

    /// What is missing of guarantees, and how even full links are.
    private void noteClaims(int k) {
        List<GroupFloor> floors = world.claims().floors();
        if (!floors.isEmpty()) {
            trace.meanShort[k] = 0;
            trace.worstShort[k] = 0;
            trace.shortPart[k] = 0;
            trace.clearlyShortPart[k] = 0;
        }
        for (GroupFloor floor : floors) {
            double missing = floor.shortfall(ratesBps);
            boolean isShort = missing > SHORT;
            boolean clearly = isShort && missing * floor.leastBps() > fastestBps(floor.pipes());
            trace.meanShort[k] += missing / floors.size();
            trace.worstShort[k] = Math.max(trace.worstShort[k], missing);
            trace.shortPart[k] += isShort ? 1.0 / floors.size() : 0;
            trace.clearlyShortPart[k] += clearly ? 1.0 / floors.size() : 0;
        }
        trace.evenness[k] = shares.evenness(ratesBps, k + 1);
    }

    private double fastestBps(List<Integer> pipes) {
        return pipes.stream()
                .mapToDouble(world.network().flows()::ceilingBps)
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }

    @Override
    public void transferChanged(TransferId transfer, TransferState state, @Nullable TransferFailure failure) {
        if (state.isTerminal()) {
            workload.ended(transfer);
        }
    }

    @Override
    public void stepFailed(String loop, Throwable defect) {
        throw new IllegalStateException("a step of the " + loop + " loop failed", defect);
    }
}
