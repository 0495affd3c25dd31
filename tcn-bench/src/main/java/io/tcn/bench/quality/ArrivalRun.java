// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.throughput.WeightedMaxMin;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.NoisyDataPlane;
import io.tcn.sim.network.PatientDataPlane;
import io.tcn.sim.network.ToldMap;
import io.tcn.sim.run.ControlPlane;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// One run in which files come to each pipe by themselves: a Poisson process that asks for a part of what the pipe
/// would have if all pipes shared the network evenly, files of 10 to 600 s at full speed of one connection, each of
/// which keeps its connection to its end. After the last arrival the run goes on until all is done, or for so long
/// again.
///
/// One object is one run, in one thread.
final class ArrivalRun implements DecisionListener, ControlEvents {
    /// Asked for, as a part of the even share.
    static final double LOAD = 0.6;

    private static final double LEAST_SECONDS = 10;
    private static final double MOST_SECONDS = 600;
    private static final long NANOS = 1_000_000_000L;

    /// What came out of a run.
    ///
    /// @param files how many came
    /// @param meanSeconds mean time from arrival to end; a file that did not end counts to the end of the run
    /// @param p95Seconds 95 percentile of the same
    /// @param unfinished part of the files that did not end
    /// @param delivered part of the bytes that came that had moved when the last one came
    record Figures(long files, double meanSeconds, double p95Seconds, double unfinished, double delivered) {}

    private final World world;
    private final Engine engine = new Engine();
    private final FluidDataPlane fluid;
    private final ControlPlane plane;
    private final SplittableRandom random;
    private final long arrivalNanos;
    private final double[] meanGapSeconds;
    private final Map<TransferId, Long> arrivedNanos = new HashMap<>();
    private double[] seconds = new double[1024];
    private int ended;
    private long files;
    private double bytes;

    /// @param arrivals for how long files come
    ArrivalRun(World world, Optimizer optimizer, Duration interval, Duration arrivals, long seed) {
        this.world = world;
        this.random = new SplittableRandom(seed);
        this.arrivalNanos = arrivals.toNanos();
        this.fluid = new FluidDataPlane(engine, world.network(), world.physics(), random.split());
        this.plane = new ControlPlane(
                engine,
                new NoisyDataPlane(
                        new PatientDataPlane(fluid, engine, QualityRun.PATIENCE),
                        engine,
                        world.noise(),
                        interval,
                        random.split()),
                new ToldMap(pipes -> world.paths(), world.believed(), world.knowledge(), world.hidden()),
                optimizer,
                new ControlSettings(interval, QualityRun.SAMPLES),
                this,
                this);
        double[] shareBps = evenShares();
        this.meanGapSeconds = new double[shareBps.length];
        double meanSeconds = (MOST_SECONDS - LEAST_SECONDS) / Math.log(MOST_SECONDS / LEAST_SECONDS);
        for (int i = 0; i < shareBps.length; i++) {
            double fileBits = meanSeconds * world.network().flows().ceilingBps(i);
            meanGapSeconds[i] = fileBits / (LOAD * shareBps[i]);
        }
    }

    /// Max-min fair between pipes, with as many connections as each may have, and nothing deteriorating.
    private double[] evenShares() {
        FlowNetwork real = world.network().flows();
        int[][] paths = new int[real.flows()][];
        double[] ceilingBps = new double[paths.length];
        double[] capacityBps = new double[real.resources()];
        for (int i = 0; i < paths.length; i++) {
            paths[i] =
                    world.network().path(i).stream().mapToInt(Integer::intValue).toArray();
            ceilingBps[i] = world.limits().maxConnections() * real.ceilingBps(i);
        }
        for (int r = 0; r < capacityBps.length; r++) {
            capacityBps[r] = real.capacityBps(r, 0);
        }
        double[] never = new double[capacityBps.length];
        Arrays.fill(never, Double.POSITIVE_INFINITY);
        FlowNetwork even = new FlowNetwork(paths, capacityBps, never, new double[never.length], ceilingBps);
        double[] one = new double[paths.length];
        Arrays.fill(one, 1);
        double[] shareBps = new double[paths.length];
        new WeightedMaxMin(even).allocate(one, shareBps);
        return shareBps;
    }

    /// Runs to the end. To be called once.
    Figures run() {
        plane.start(world.users(), world.pipes(), world.controls());
        for (int i = 0; i < meanGapSeconds.length; i++) {
            scheduleNext(i, random.split());
        }
        engine.runUntil(arrivalNanos);
        double moved = 0;
        for (int i = 0; i < meanGapSeconds.length; i++) {
            moved += fluid.movedBytes(world.pipes().get(i).id());
        }
        long step = 60 * NANOS;
        for (long until = arrivalNanos + step; until <= 2 * arrivalNanos && !arrivedNanos.isEmpty(); until += step) {
            engine.runUntil(until);
        }
        int unfinished = arrivedNanos.size();
        long now = engine.nanoTime();
        List.copyOf(arrivedNanos.values()).forEach(arrived -> note(now - arrived));
        double[] sorted = Arrays.copyOf(seconds, ended);
        Arrays.sort(sorted);
        return new Figures(
                files,
                Arrays.stream(sorted).average().orElse(Double.NaN),
                sorted.length == 0 ? Double.NaN : sorted[(int) Math.floor(0.95 * (sorted.length - 1))],
                files == 0 ? 0 : (double) unfinished / files,
                bytes > 0 ? moved / bytes : 1);
    }

    private void scheduleNext(int pipe, SplittableRandom ofPipe) {
        double wait = meanGapSeconds[pipe] * ofPipe.nextExponential();
        long at = engine.nanoTime() + Math.max(1, Math.round(wait * NANOS));
        if (at < arrivalNanos) {
            engine.at(at, () -> {
                submit(pipe, ofPipe);
                scheduleNext(pipe, ofPipe);
            });
        }
    }

    private void submit(int pipe, SplittableRandom ofPipe) {
        double length = LEAST_SECONDS * Math.pow(MOST_SECONDS / LEAST_SECONDS, ofPipe.nextDouble());
        long size = Math.max(1, Math.round(length * world.network().flows().ceilingBps(pipe) / 8));
        files++;
        bytes += size;
        TransferId id = TransferId.of(files);
        arrivedNanos.put(id, engine.nanoTime());
        plane.submit(List.of(new Transfer(
                id,
                world.pipes().get(pipe).id(),
                URI.create("sim:///from/" + id),
                URI.create("sim:///to/" + id),
                size,
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT)));
    }

    private void note(long nanos) {
        if (ended == seconds.length) {
            seconds = Arrays.copyOf(seconds, 2 * ended);
        }
        seconds[ended++] = (double) nanos / NANOS;
    }

    @Override
    public void decided(Observation observation, Decision decision) {
        // Nothing is kept of decisions.
    }

    @Override
    public void transferChanged(TransferId transfer, TransferState state, @Nullable TransferFailure failure) {
        if (state.isTerminal()) {
            Long arrived = arrivedNanos.remove(transfer);
            if (arrived != null) {
                note(engine.nanoTime() - arrived);
            }
        }
    }

    @Override
    public void stepFailed(String loop, Throwable defect) {
        throw new IllegalStateException("a step of the " + loop + " loop failed", defect);
    }
}
