// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
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
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Bounds and limits in the simulator, whichever optimizer runs: they are kept where transfers start.
class AdmissionTest {
    private static final double CONNECTION = 1e9;
    private static final ResourceId LINK = ResourceId.of("link:a>b");
    private static final UserId CMS = UserId.of("cms");
    private static final UserId ATLAS = UserId.of("atlas");
    private static final PipeLimits LIMITS = new PipeLimits(1, 100);

    private final Engine engine = new Engine();
    private final List<Pipe> pipes = new ArrayList<>();
    private final TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();

    private void pipe(String from, String to, UserId user) {
        pipe("sim://", from, to, user);
    }

    private void pipe(String scheme, String from, String to, UserId user) {
        PipeId id = PipeId.of("p" + pipes.size());
        pipes.add(new Pipe(id, Endpoint.parse(scheme + from), Endpoint.parse(scheme + to), user, LIMITS));
        paths.put(id, List.of(LINK));
    }

    private NetworkMapSnapshot map(double capacityBps) {
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, capacityBps));
        return new NetworkMapSnapshot(new MapVersion(1), engine.now(), resources, paths);
    }

    private static Bound bound(UserId user, double bps) {
        return new Bound(user, ResourceSet.ALL_LINKS.name(), new Bound.Rate(bps));
    }

    private FluidDataPlane fluid(double capacityBps) {
        return new FluidDataPlane(engine, FluidNetwork.of(map(capacityBps), pipes, new Physics(CONNECTION, 0, 100)));
    }

    private ControlPlane plane(FluidDataPlane fluid, String optimizer, double capacityBps, SplittableRandom random) {
        return new ControlPlane(
                engine,
                fluid,
                asked -> map(capacityBps),
                new OptimizerRegistry().find(optimizer).orElseThrow().factory().create(random),
                new ControlSettings(Duration.ofSeconds(5), 1),
                (observation, decision) -> {},
                new ControlEvents() {
                    @Override
                    public void stepFailed(String loop, Throwable defect) {
                        throw new AssertionError(loop, defect);
                    }
                });
    }

    private static Transfer transfer(long number, PipeId pipe, long bytes) {
        return new Transfer(
                TransferId.of(number),
                pipe,
                URI.create("sim:///from/" + number),
                URI.create("sim:///to/" + number),
                bytes,
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT);
    }

    /// 20 Gbit/s are shared with 100 connections of atlas, so a connection carries 0.2 or less; then atlas goes, and
    /// each could carry 1. The bound of cms is 5.
    @Test
    void whereConnectionsBecomeFasterATransferGivesSomeBack() {
        pipe("a", "b", CMS);
        pipe("c", "d", ATLAS);
        FluidDataPlane fluid = fluid(20e9);
        ControlPlane plane = plane(fluid, "fts-model", 20e9, new SplittableRandom(1));
        plane.start(List.of(CMS, ATLAS), pipes, List.of(bound(CMS, 5e9)));
        plane.submit(List.of(transfer(1, PipeId.of("p0"), Transfer.UNKNOWN_SIZE)));
        Transfer other = transfer(2, PipeId.of("p1"), Transfer.UNKNOWN_SIZE);
        plane.submit(List.of(other));
        engine.runUntil(Duration.ofMinutes(30).toNanos());
        assertThat(fluid.rateBps(PipeId.of("p0"))).isBetween(3.5e9, 5e9 + CONNECTION);
        plane.cancel(other);
        engine.runUntil(Duration.ofMinutes(32).toNanos());
        for (int look = 0; look < 300; look++) {
            engine.runUntil(Duration.ofMinutes(32).plusSeconds(look).toNanos());
            assertThat(fluid.rateBps(PipeId.of("p0"))).as("look %s", look).isBetween(3.5e9, 5e9 + CONNECTION);
        }
    }

    /// Random pipes, files, bounds and limits on a link that is wide enough for all: at no moment is a limit exceeded,
    /// nor a bound by more than a connection, and a tenth of one: sums of rates that differ by that are the same.
    @ParameterizedTest
    @MethodSource("all")
    void atNoMomentIsALimitExceededOrABoundByMoreThanAConnection(String optimizer) {
        for (long seed = 1; seed <= 6; seed++) {
            new AdmissionTest().run(optimizer, seed);
        }
    }

    static Set<String> all() {
        return new OptimizerRegistry().names();
    }

    private void run(String optimizer, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 2 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            // Storages have two spellings, and every second pair of pipes is the same by another one.
            String from = "from" + random.nextInt(3);
            UserId user = random.nextBoolean() ? CMS : ATLAS;
            pipe("davs://", from, "to" + i, user);
            pipe("https://", from, "to" + (i - i % 2), user);
        }
        count = pipes.size();
        FluidDataPlane fluid = fluid(1e12);
        ControlPlane plane = plane(fluid, optimizer, 1e12, random.split());
        double boundBps = CONNECTION * (0.5 + 12 * random.nextDouble());
        Endpoint source = Endpoint.parse("https://from0");
        EndpointLimit endpoint = new EndpointLimit(source, 1 + random.nextInt(12), EndpointLimit.UNLIMITED);
        PairLimit pair = new PairLimit(EndpointPair.of(pipes.getLast()), 1 + random.nextInt(8));
        int total = 3 + random.nextInt(20);
        plane.start(List.of(CMS, ATLAS), pipes, List.of(bound(CMS, boundBps)));
        plane.set(endpoint);
        plane.set(pair);
        plane.setTotalLimit(total);
        List<Transfer> files = new ArrayList<>();
        for (int i = 1; i <= 400; i++) {
            // 2 to 60 s each.
            files.add(transfer(i, pipes.get(i % count).id(), (long) (CONNECTION / 8 * (2 + 58 * random.nextDouble()))));
        }
        plane.submit(files);
        String world = optimizer + ", seed " + seed + ", bound " + boundBps;
        while (engine.step(Duration.ofMinutes(10).toNanos())) {
            int all = 0;
            int atSource = 0;
            int between = 0;
            double usedBps = 0;
            for (Pipe pipe : pipes) {
                int open = plane.state().activityOf(pipe.id()).activeConnections();
                all += open;
                atSource += pipe.source().storage().equals(source) ? open : 0;
                between += EndpointPair.of(pipe).storages().equals(pair.pair().storages()) ? open : 0;
                usedBps += pipe.user().equals(CMS) ? fluid.rateBps(pipe.id()) : 0;
            }
            assertThat(all).as(world).isLessThanOrEqualTo(total);
            assertThat(atSource).as(world).isLessThanOrEqualTo(endpoint.maxOutbound());
            assertThat(between).as(world).isLessThanOrEqualTo(pair.maxConnections());
            assertThat(usedBps).as(world).isLessThanOrEqualTo((boundBps + 1.1 * CONNECTION) * (1 + 1e-6));
        }
    }
}
