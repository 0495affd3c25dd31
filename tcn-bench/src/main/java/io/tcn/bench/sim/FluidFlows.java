// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.sim;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.TransferPhysics;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Runs a file of flows in TCN's fluid network and writes when each of them finished, in seconds: what
/// `flows.cpp` does in SimGrid. A process of its own, so that the start of the JVM counts; it prints how many
/// seconds reading and running took.
///
/// A route is a pipe, a flow a transfer with one connection without ceiling. Where links have latencies,
/// connections share by 1/RTT and begin after half a round trip, as they do in SimGrid's CM02.
public final class FluidFlows implements AttemptListener {
    private static final URI NOWHERE = URI.create("sim:///file");
    private static final double NANOS = 1e9;

    private final Engine engine = new Engine();
    private final FlowCase flows;
    private final List<PipeId> pipes = new ArrayList<>();
    private final FluidDataPlane dataPlane;
    private final long[] endNanos;
    private int next;

    private FluidFlows(FlowCase flows) {
        this.flows = flows;
        this.endNanos = new long[flows.flows().size()];
        this.dataPlane = new FluidDataPlane(
                engine,
                network(flows),
                TransferPhysics.NONE.withRttBias(1).withFileCost(new TransferPhysics.FileCost(0, 0.5, 0)),
                new SplittableRandom(0));
    }

    private FluidNetwork network(FlowCase flows) {
        int links = flows.links().size();
        int routes = flows.routes().size();
        double[] capacityBps = new double[links];
        List<Resource> resources = new ArrayList<>(links);
        for (int r = 0; r < links; r++) {
            capacityBps[r] = flows.links().get(r).bytesPerSecond() * 8;
            resources.add(new Resource(ResourceId.of("link:" + r), Resource.Kind.LINK, capacityBps[r]));
        }
        int[][] paths = new int[routes][];
        List<Double> rttSeconds = new ArrayList<>(routes);
        for (int i = 0; i < routes; i++) {
            FlowCase.Route route = flows.routes().get(i);
            pipes.add(PipeId.of(route.from() + ">" + route.to()));
            rttSeconds.add(2 * flows.latencySeconds(route));
            paths[i] = route.links().stream().mapToInt(Integer::intValue).toArray();
        }
        double[] never = new double[links];
        Arrays.fill(never, Double.POSITIVE_INFINITY);
        double[] noCeiling = new double[routes];
        Arrays.fill(noCeiling, Double.POSITIVE_INFINITY);
        return new FluidNetwork(
                pipes,
                resources,
                flows.routes().stream().map(FlowCase.Route::links).toList(),
                new FlowNetwork(paths, capacityBps, never, new double[links], noCeiling),
                rttSeconds,
                Map.of());
    }

    /// Only the next arrival is ever pending.
    private void scheduleNext() {
        if (next < endNanos.length) {
            engine.at(flows.flows().get(next).startNanos(), this::startNext);
        }
    }

    private void startNext() {
        FlowCase.Flow flow = flows.flows().get(next);
        next++;
        Transfer transfer = new Transfer(
                TransferId.of(next),
                pipes.get(flow.route()),
                NOWHERE,
                NOWHERE,
                flow.bytes(),
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT);
        dataPlane.start(new Attempt(new AttemptId(transfer.id(), 1), transfer, 1, PipeTuning.of(1), null), this);
        scheduleNext();
    }

    private void run() {
        scheduleNext();
        while (engine.step(Long.MAX_VALUE)) {
            // The events do it all.
        }
    }

    @Override
    public void prepared(AttemptId attempt, long sizeBytes, int connections) {
        dataPlane.proceed(attempt);
    }

    @Override
    public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
        endNanos[(int) attempt.transfer().value() - 1] = engine.nanoTime();
    }

    @Override
    public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
        throw new IllegalStateException("attempt " + attempt + " failed: " + failure.message());
    }

    @Override
    public void canceled(AttemptId attempt, boolean destinationClean) {
        throw new IllegalStateException("attempt " + attempt + " was cancelled");
    }

    private void write(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (long end : endNanos) {
                out.write(end / NANOS + "\n");
            }
        }
    }

    /// @param args the file of flows, and the file for their ends
    public static void main(String[] args) throws IOException {
        long begun = System.nanoTime();
        FluidFlows run = new FluidFlows(FlowCase.read(Path.of(args[0])));
        long ready = System.nanoTime();
        run.run();
        long ended = System.nanoTime();
        run.write(Path.of(args[1]));
        System.out.println((ready - begun) / NANOS + " " + (ended - ready) / NANOS + " " + run.engine.executedEvents()
                + " " + run.dataPlane.allocations());
    }
}
