// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.Endpoint;
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
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Physics;
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
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Core's real loops on a seeded fluid network with random dependencies, failures and cancellations: invariants after
/// every event, liveness at the end.
class LoopsTest {
    private static final PipeLimits LIMITS = new PipeLimits(1, 12);
    private static final long HORIZON_NANOS = Duration.ofHours(20).toNanos();

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 30);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyTransferEndsOnceInOrderAndWithinTheLimits(long seed) {
        World world = new World(seed);
        world.begin();
        while (world.engine.step(HORIZON_NANOS) && !world.isDone()) {
            world.checkInvariants();
        }
        world.checkEnd();
    }

    private static final class World implements ControlEvents {
        private final long seed;
        private final SplittableRandom random;
        private final Engine engine = new Engine();
        private final List<Pipe> pipes = new ArrayList<>();
        private final List<Transfer> transfers = new ArrayList<>();
        private final Map<TransferId, TransferState> ended = new HashMap<>();
        private final Set<TransferId> cancelAsked = new HashSet<>();
        private final FaultyDataPlane dataPlane;
        private final ControlPlane plane;

        World(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            SortedMap<ResourceId, Resource> resources = new TreeMap<>();
            SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
            List<ResourceId> links = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ResourceId link = ResourceId.of("link:" + i);
                links.add(link);
                resources.put(link, new Resource(link, Resource.Kind.LINK, random.nextDouble(1e8, 1e9)));
            }
            for (int i = 0; i < 5; i++) {
                Pipe pipe = new Pipe(
                        PipeId.of("p" + i),
                        Endpoint.parse("sim://from" + i),
                        Endpoint.parse("sim://to" + i),
                        UserId.of("u" + i % 2),
                        LIMITS);
                pipes.add(pipe);
                paths.put(pipe.id(), List.of(links.get(random.nextInt(2)), links.get(2 + random.nextInt(2))));
            }
            NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), engine.now(), resources, paths);
            this.dataPlane = new FaultyDataPlane(
                    new FluidDataPlane(engine, FluidNetwork.of(map, pipes, new Physics(5e7, 0.5, 12))),
                    engine,
                    random.split(),
                    0.2,
                    attempt -> attempt.transfer().after().forEach(this::checkFinished));
            String optimizer = random.nextBoolean() ? "fts-model" : "tcn-zero";
            this.plane = new ControlPlane(
                    engine,
                    dataPlane,
                    asked -> map,
                    new OptimizerRegistry()
                            .find(optimizer)
                            .orElseThrow()
                            .factory()
                            .create(random.split()),
                    new ControlSettings(Duration.ofSeconds(2), 2),
                    (observation, decision) -> {},
                    this);
            makeTransfers();
        }

        private void makeTransfers() {
            for (int i = 1; i <= 80; i++) {
                Set<TransferId> after = new HashSet<>();
                for (int k = random.nextInt(3); k > 0 && i > 1; k--) {
                    if (random.nextInt(3) == 0) {
                        after.add(TransferId.of(random.nextLong(1, i)));
                    }
                }
                transfers.add(new Transfer(
                        TransferId.of(i),
                        pipes.get(random.nextInt(pipes.size())).id(),
                        URI.create("sim://from/" + i),
                        URI.create("sim://to/" + i),
                        random.nextInt(10) == 0 ? 0 : random.nextLong(1, 400_000_000),
                        random.nextInt(1, 6),
                        after,
                        new TransferOptions(
                                false,
                                null,
                                ChecksumMode.WHEN_OBTAINABLE,
                                random.nextInt(4),
                                Duration.ofSeconds(random.nextInt(20)),
                                null)));
            }
        }

        void begin() {
            plane.start(List.of(UserId.of("u0"), UserId.of("u1")), pipes, List.of());
            int from = 0;
            while (from < transfers.size()) {
                int to = Math.min(transfers.size(), from + random.nextInt(1, 20));
                List<Transfer> batch = List.copyOf(transfers.subList(from, to));
                // A predecessor always comes in the same or an earlier request, perhaps ended by now.
                engine.at(from * 1_000_000_000L, () -> plane.submit(batch));
                from = to;
            }
            for (int i = 0; i < 10; i++) {
                Transfer victim = transfers.get(random.nextInt(transfers.size()));
                engine.at(81_000_000_000L + random.nextLong(60_000_000_000L), () -> {
                    if (!plane.stateOf(victim.id()).isTerminal()) {
                        cancelAsked.add(victim.id());
                        ended.put(victim.id(), TransferState.CANCELED);
                    }
                    plane.cancel(victim);
                });
            }
        }

        private void checkFinished(TransferId predecessor) {
            assertThat(plane.stateOf(predecessor))
                    .as("seed %d: predecessor %s of a started transfer", seed, predecessor)
                    .isEqualTo(TransferState.FINISHED);
        }

        void checkInvariants() {
            for (Pipe pipe : pipes) {
                assertThat(dataPlane.connectionsOf(pipe.id()))
                        .as("seed %d: connections of %s", seed, pipe.id())
                        .isLessThanOrEqualTo(LIMITS.maxConnections());
                assertThat(plane.state().snapshot().control().tuningOf(pipe).connections())
                        .isBetween(LIMITS.minConnections(), LIMITS.maxConnections());
            }
        }

        boolean isDone() {
            return ended.size() == transfers.size() && dataPlane.runningCount() == 0;
        }

        void checkEnd() {
            assertThat(engine.nanoTime()).as("seed %d: time of the end", seed).isLessThan(HORIZON_NANOS);
            for (Transfer transfer : transfers) {
                TransferState state = plane.stateOf(transfer.id());
                assertThat(state.isTerminal())
                        .as("seed %d: transfer %s is %s", seed, transfer.id(), state)
                        .isTrue();
                boolean lostPredecessor = transfer.after().stream()
                        .anyMatch(predecessor -> plane.stateOf(predecessor) != TransferState.FINISHED);
                if (state == TransferState.CANCELED && !cancelAsked.contains(transfer.id())) {
                    assertThat(lostPredecessor)
                            .as("seed %d: transfer %s", seed, transfer.id())
                            .isTrue();
                }
                if (state == TransferState.FINISHED) {
                    assertThat(lostPredecessor)
                            .as("seed %d: transfer %s", seed, transfer.id())
                            .isFalse();
                }
            }
            assertThat(plane.isHealthy()).isTrue();
        }

        @Override
        public void transferChanged(TransferId transfer, TransferState state, @Nullable TransferFailure failure) {
            TransferState before = ended.get(transfer);
            if (before != null) {
                // A cancelled transfer is told of once more when it has really stopped.
                assertThat(state)
                        .as("seed %d: transfer %s ended before", seed, transfer)
                        .isEqualTo(before);
            }
            if (state.isTerminal()) {
                ended.put(transfer, state);
            }
        }

        @Override
        public void stepFailed(String loop, Throwable defect) {
            throw new AssertionError("seed " + seed + ": a step of the " + loop + " loop failed", defect);
        }
    }
}
