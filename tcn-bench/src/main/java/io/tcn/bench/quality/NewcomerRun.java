// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.NoisyDataPlane;
import io.tcn.sim.network.ToldMap;
import io.tcn.sim.run.ControlPlane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A run in a world in which one pipe is unknown at first and declared later, with its first transfers; or in which
/// all are there from the start. One object is one run, in one thread.
final class NewcomerRun implements DecisionListener, ControlEvents {
    /// A pipe comes shortly before a decision, as in the server, where it has its first n within an interval.
    private static final Duration BEFORE_DECISION = Duration.ofMillis(100);

    /// What a run showed, per interval, counted from 0, and pipe. Written by the run, read when it is over.
    static final class Course {
        /// What really moved, in bit/s.
        final double[][] movedBps;

        /// What was open in the mean.
        final double[][] connections;

        Course(int intervals, int pipes) {
            this.movedBps = new double[intervals][pipes];
            this.connections = new double[intervals][pipes];
        }

        /// What all pipes moved in an interval, in bit/s.
        double totalBps(int interval) {
            double sum = 0;
            for (double moved : movedBps[interval]) {
                sum += moved;
            }
            return sum;
        }
    }

    private final World world;
    private final int late;
    private final int joins;
    private final int intervals;
    private final Engine engine = new Engine();
    private final FluidDataPlane fluid;
    private final ControlPlane plane;
    private final Workload workload;
    private final long[] movedBefore;
    private final Course course;

    /// @param late index of the pipe that comes later; -1: all are there from the start
    /// @param joins the interval, counted from 1, in which it has its first connections
    NewcomerRun(
            World given,
            Function<RandomGenerator, Optimizer> optimizer,
            Backlog backlog,
            int late,
            int joins,
            int intervals,
            long seed) {
        int pipes = given.pipes().size();
        this.world = late < 0 ? given : given.withActivity(Activity.joining(pipes, late, joins));
        this.late = late;
        this.joins = joins;
        this.intervals = intervals;
        SplittableRandom random = new SplittableRandom(seed);
        this.fluid = new FluidDataPlane(engine, world.network(), world.physics(), new SplittableRandom(seed + 1));
        SplittableRandom noise = random.split();
        DataPlane seen =
                world.noise() > 0 ? new NoisyDataPlane(fluid, engine, world.noise(), world.interval(), noise) : fluid;
        this.plane = new ControlPlane(
                engine,
                seen,
                new ToldMap(each -> world.paths(), world.believed(), world.knowledge(), world.hidden()),
                Duration.ofSeconds(1),
                optimizer.apply(random.split()),
                new ControlSettings(world.interval(), QualityRun.SAMPLES),
                BoundSettings.DEFAULT,
                this,
                this);
        this.workload = new Workload(world, backlog, plane, random.split());
        this.movedBefore = new long[pipes];
        this.course = new Course(intervals, pipes);
    }

    /// Runs to the end. To be called once.
    Course run() {
        List<Pipe> first = new ArrayList<>(world.pipes());
        if (late >= 0) {
            first.remove(late);
            Duration at = world.interval().multipliedBy(joins - 1L).minus(BEFORE_DECISION);
            engine.schedule(at, () -> {
                plane.declare(world.pipes().get(late));
                workload.begin(joins);
            });
        }
        plane.start(world.users(), first, world.controls());
        workload.begin(1);
        engine.runUntil(world.interval().multipliedBy(intervals).toNanos());
        return course;
    }

    @Override
    public void decided(Observation observation, Decision decision) {
        int k = (int) observation.interval() - 1;
        if (k < 0 || k >= intervals) {
            return;
        }
        double seconds = observation.length().toNanos() / 1e9;
        for (int i = 0; i < movedBefore.length; i++) {
            long moved = fluid.movedBytes(world.pipes().get(i).id());
            // An interval is longer than zero.
            course.movedBps[k][i] = 8.0 * (moved - movedBefore[i]) / seconds;
            movedBefore[i] = moved;
        }
        for (int i = 0, seen = 0; i < movedBefore.length; i++) {
            if (seen < observation.pipes().size()
                    && observation
                            .pipes()
                            .get(seen)
                            .pipe()
                            .id()
                            .equals(world.pipes().get(i).id())) {
                course.connections[k][i] = observation.pipes().get(seen).meanActiveConnections();
                seen++;
            }
        }
        if (observation.pipes().size() == movedBefore.length) {
            workload.refill(observation.pipes());
        }
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
