// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.run.ControlPlane;
import io.tcn.sim.run.OptimizerRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Falcon's figure 18 with the server's loops: three jobs over a link of 27 Gbit/s, and the token of the first says
/// 5 Gbit/s, less than its fair share. What is copied cannot be shaped: it is held by what starts.
class TokenLimitReplayTest {
    private static final double GIGA = 1e9;
    private static final ResourceId LINK = ResourceId.of("link:hpclab");

    /// What moved from the second to the seventh minute, in bit/s.
    private record Moved(double limitedBps, double othersBps) {}

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-learned", "fts", "falcon-central"})
    void fiveGigabitsOfATokenAreHeldWithinFivePercent(String optimizer) {
        Moved moved = run(optimizer, 5 * GIGA, 1_000_000_000);

        assertThat(moved.limitedBps()).as("the token's").isBetween(0.95 * 5 * GIGA, 1.05 * 5 * GIGA);
        assertThat(moved.othersBps()).as("the others together").isGreaterThan(2.5 * 5 * GIGA);
    }

    /// Files that come and go between two looks at what was moved, far below what one connection carries.
    @ParameterizedTest
    @ValueSource(longs = {5_000_000, 20_000_000, 100_000_000})
    void smallFilesAreHeldToo(long bytes) {
        assertThat(run("tcn", 0.1 * GIGA, bytes).limitedBps()).isBetween(0.8 * 0.1 * GIGA, 1.05 * 0.1 * GIGA);
    }

    private static Moved run(String optimizer, double limitBps, long limitedBytes) {
        Engine engine = new Engine();
        List<Pipe> pipes = new ArrayList<>();
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        for (String name : List.of("one", "two", "three")) {
            Pipe pipe = new Pipe(
                    PipeId.of(name),
                    Endpoint.parse("sim://" + name + "a"),
                    Endpoint.parse("sim://" + name + "b"),
                    UserId.of("u"),
                    new PipeLimits(1, 64));
            pipes.add(pipe);
            paths.put(pipe.id(), List.of(LINK));
        }
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, 27 * GIGA));
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), engine.now(), resources, paths);
        // One connection carries 1.3 Gbit/s: five gigabits are no multiple of that.
        FluidDataPlane dataPlane =
                new FluidDataPlane(engine, FluidNetwork.of(map, pipes, new Physics(1.3 * GIGA, 0, 100)));
        ControlPlane plane = new ControlPlane(
                engine,
                dataPlane,
                asked -> map,
                new OptimizerRegistry().find(optimizer).orElseThrow().factory().create(new SplittableRandom(1)),
                new ControlSettings(Duration.ofSeconds(5), 5),
                (observation, decision) -> {},
                ControlEvents.NONE);
        plane.start(Set.of(UserId.of("u")), pipes, List.of());
        TransferLimit limit = new TransferLimit(new LimitId(1), "the token of one", limitBps, TransferLimit.UNLIMITED);
        List<Transfer> transfers = new ArrayList<>();
        for (int i = 0; i < 6000; i++) {
            boolean limited = i % 3 == 0;
            transfers.add(transfer(
                    i + 1, pipes.get(i % 3).id(), limited ? limitedBytes : 1_000_000_000, limited ? limit : null));
        }
        engine.at(0, () -> plane.submit(transfers));

        engine.runUntil(Duration.ofMinutes(2).toNanos());
        double before = 8.0 * dataPlane.movedBytes(limit.id());
        double othersBefore = moved(dataPlane, "two") + moved(dataPlane, "three");
        engine.runUntil(Duration.ofMinutes(7).toNanos());
        double bps = (8.0 * dataPlane.movedBytes(limit.id()) - before) / 300;
        double othersBps = (moved(dataPlane, "two") + moved(dataPlane, "three") - othersBefore) / 300;
        return new Moved(bps, othersBps);
    }

    private static double moved(FluidDataPlane dataPlane, String pipe) {
        return 8.0 * dataPlane.movedBytes(PipeId.of(pipe));
    }

    private static Transfer transfer(long id, PipeId pipe, long bytes, @Nullable TransferLimit limit) {
        return new Transfer(
                TransferId.of(id),
                pipe,
                URI.create("sim://a/" + id),
                URI.create("sim://b/" + id),
                bytes,
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT.withLimit(limit));
    }
}
