// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.run.ControlPlane;
import io.tcn.sim.run.OptimizerRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A small random world under the real loops; [#run] checks after every event.
final class RandomWorld implements ControlEvents {
    private static final PipeLimits LIMITS = new PipeLimits(1, 8);
    private static final long HORIZON_NANOS = Duration.ofHours(30).toNanos();
    private static final double RELATIVE = 1e-9;
    private static final URI NOWHERE = URI.create("sim:///file");
    private static final List<String> OPTIMIZERS = List.of("fts-model", "tcn-zero", "tcn");
    private static final TransferFailure FAULT = new TransferFailure(ErrorCode.INTERRUPTED, "broken on purpose");

    private final SplittableRandom random;
    private final Engine engine = new Engine();
    private final SortedMap<ResourceId, Resource> resources = new TreeMap<>();
    private final SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
    private final Map<ResourceId, Double> bestBps = new HashMap<>();
    private final List<Pipe> pipes = new ArrayList<>();
    private final List<Transfer> transfers = new ArrayList<>();
    private final double ceilingBps;
    private final FluidDataPlane fluid;
    private final WatchedDataPlane watched;
    private final ControlPlane plane;
    private final Map<TransferId, TransferState> ended = new HashMap<>();

    RandomWorld(long seed) {
        this.random = new SplittableRandom(seed);
        boolean hasCeiling = random.nextInt(4) > 0;
        this.ceilingBps = hasCeiling ? random.nextDouble(2e7, 2e8) : Double.POSITIVE_INFINITY;
        Map<ResourceId, CapacityCurve> curves = makeNetwork();
        Map<PipeId, Double> rttSeconds = new TreeMap<>();
        pipes.forEach(pipe -> rttSeconds.put(pipe.id(), random.nextDouble(0, 0.2)));
        // With every pipe at its most, a resource keeps 0.4 of its capacity: more than the steady traffic of others.
        Physics physics = new Physics(ceilingBps, hasCeiling ? random.nextInt(3) * 0.3 : 0, 8);
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), engine.now(), resources, paths);
        this.fluid = new FluidDataPlane(
                engine, FluidNetwork.of(map, pipes, physics, rttSeconds, curves), details(), random.split());
        this.watched = new WatchedDataPlane(fluid, engine, this::bestBps);
        double probability = random.nextBoolean() ? 0 : 0.2;
        this.plane = new ControlPlane(
                engine,
                new FailingDataPlane(watched, pipe -> probability, FAULT, random.split()),
                asked -> map,
                new OptimizerRegistry()
                        .find(OPTIMIZERS.get(random.nextInt(OPTIMIZERS.size())))
                        .orElseThrow()
                        .factory()
                        .create(random.split()),
                new ControlSettings(Duration.ofSeconds(2), 1),
                (observation, decision) -> {},
                this);
        makeTransfers();
    }

    private TransferPhysics details() {
        TransferPhysics.FileCost cost = random.nextBoolean()
                ? TransferPhysics.FileCost.NONE
                : new TransferPhysics.FileCost(random.nextDouble(0.5), random.nextInt(5), random.nextDouble());
        return new TransferPhysics(
                random.nextInt(3) / 2.0, random.nextBoolean(), cost, random.nextBoolean() ? 0 : random.nextDouble());
    }

    private Map<ResourceId, CapacityCurve> makeNetwork() {
        List<ResourceId> names = new ArrayList<>();
        Map<ResourceId, CapacityCurve> curves = new TreeMap<>();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            ResourceId name = ResourceId.of("link:" + i);
            double capacityBps = random.nextDouble(1e8, 1e9);
            names.add(name);
            resources.put(name, new Resource(name, Resource.Kind.LINK, capacityBps));
            bestBps.put(name, capacityBps);
            if (random.nextInt(4) == 0) {
                curves.put(
                        name,
                        new CapacityCurve(List.of(
                                new CapacityCurve.Point(4, capacityBps * 1.5),
                                new CapacityCurve.Point(12, capacityBps / 2))));
            }
        }
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            Pipe pipe = new Pipe(
                    PipeId.of("p" + i),
                    Endpoint.parse("sim://from" + i),
                    Endpoint.parse("sim://to" + i),
                    UserId.of("u"),
                    LIMITS);
            pipes.add(pipe);
            Set<ResourceId> path = new HashSet<>();
            for (int k = random.nextInt(1, 4); k > 0; k--) {
                path.add(names.get(random.nextInt(names.size())));
            }
            paths.put(pipe.id(), path.stream().sorted().toList());
        }
        return curves;
    }

    private double bestBps(PipeId pipe, int connections) {
        double best = connections * ceilingBps;
        for (ResourceId resource : paths.getOrDefault(pipe, List.of())) {
            best = Math.min(best, bestBps.getOrDefault(resource, 0.0));
        }
        return best;
    }

    private void makeTransfers() {
        int count = random.nextInt(5, 20);
        for (int i = 1; i <= count; i++) {
            Set<TransferId> after = new HashSet<>();
            if (i > 1 && random.nextInt(3) == 0) {
                after.add(TransferId.of(random.nextLong(1, i)));
            }
            transfers.add(new Transfer(
                    TransferId.of(i),
                    pipes.get(random.nextInt(pipes.size())).id(),
                    NOWHERE,
                    NOWHERE,
                    random.nextInt(10) == 0 ? 0 : random.nextLong(1, 200_000_000),
                    random.nextInt(1, 6),
                    after,
                    new TransferOptions(
                            false,
                            null,
                            ChecksumMode.WHEN_OBTAINABLE,
                            random.nextInt(4),
                            Duration.ofSeconds(1),
                            null)));
        }
    }

    /// Runs to the end and checks after every event.
    void run() {
        plane.start(List.of(UserId.of("u")), pipes, List.of());
        for (Transfer transfer : transfers) {
            // A predecessor comes earlier.
            engine.at(transfer.id().value() * 700_000_000L, () -> plane.submit(List.of(transfer)));
        }
        makeFaults();
        while (ended.size() < transfers.size() && engine.step(HORIZON_NANOS)) {
            check();
        }
        checkEnd();
    }

    /// What came of it, in a form that differs if anything did: events, time, bytes per pipe, how transfers ended.
    String outcome() {
        StringBuilder text = new StringBuilder();
        text.append(engine.executedEvents()).append(' ').append(engine.nanoTime());
        for (Pipe pipe : pipes) {
            text.append(' ').append(fluid.movedBytes(pipe.id()));
        }
        return text.append(' ').append(new TreeMap<>(ended)).toString();
    }

    private void makeFaults() {
        for (ResourceId resource : paths.values().stream()
                .flatMap(List::stream)
                .distinct()
                .sorted()
                .toList()) {
            double capacityBps = bestBps.getOrDefault(resource, 0.0);
            switch (random.nextInt(6)) {
                case 0 ->
                    BackgroundTraffic.randomOnOff(
                                    resource,
                                    capacityBps * random.nextDouble(1.2),
                                    Duration.ofSeconds(3),
                                    Duration.ofSeconds(4),
                                    random.split())
                            .start(engine, fluid);
                case 1 ->
                    BackgroundTraffic.trace(
                                    resource,
                                    List.of(
                                            new BackgroundTraffic.Step(1, capacityBps / 2),
                                            new BackgroundTraffic.Step(6, capacityBps / 4)))
                            .start(engine, fluid);
                case 2 -> {
                    engine.at(5_000_000_000L, () -> fluid.setCapacityBps(resource, 0));
                    engine.at(15_000_000_000L, () -> fluid.setCapacityBps(resource, capacityBps));
                }
                case 3 -> engine.at(4_000_000_000L, () -> watched.failActive(resource, FAULT));
                default -> {
                    // All is well.
                }
            }
        }
    }

    private void check() {
        if (!fluid.isAllocationPending()) {
            for (ResourceId resource : bestBps.keySet()) {
                if (paths.values().stream().anyMatch(path -> path.contains(resource))) {
                    assertThat(fluid.carriedBps(resource))
                            .as("carried by %s at %d ns", resource, engine.nanoTime())
                            .isLessThanOrEqualTo(fluid.capacityBps(resource) * (1 + RELATIVE));
                }
            }
        }
        for (Pipe pipe : pipes) {
            // Whole bytes are reported, a byte less at most; running transfers overshoot within a nanosecond.
            assertThat((double) fluid.movedBytes(pipe.id()))
                    .as("moved by %s at %d ns", pipe.id(), engine.nanoTime())
                    .isCloseTo(watched.bookedBytes(pipe.id()), within(2.0 + LIMITS.maxConnections()));
        }
    }

    private void checkEnd() {
        assertThat(ended).as("ended before %d ns", HORIZON_NANOS).hasSize(transfers.size());
        assertThat(watched.runningCount()).isZero();
        for (Transfer transfer : transfers) {
            assertThat(plane.stateOf(transfer.id()))
                    .isIn(TransferState.FINISHED, TransferState.FAILED, TransferState.CANCELED);
        }
        assertThat(plane.isHealthy()).isTrue();
    }

    @Override
    public void transferChanged(TransferId transfer, TransferState state, @Nullable TransferFailure failure) {
        if (state == TransferState.CLAIMED) {
            for (TransferId before : transfers.get((int) transfer.value() - 1).after()) {
                assertThat(plane.stateOf(before))
                        .as("%s before %s", before, transfer)
                        .isEqualTo(TransferState.FINISHED);
            }
        }
        if (state.isTerminal()) {
            assertThat(ended.put(transfer, state))
                    .as("second end of %s", transfer)
                    .isNull();
        }
    }

    @Override
    public void stepFailed(String loop, Throwable defect) {
        throw new AssertionError("a step of the " + loop + " loop failed", defect);
    }
}
