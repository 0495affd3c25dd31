// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A job asks for a rate, with the server's loops, where nothing can be shaped: the connections alone make it. Three
/// pipes share a link of 27 Gbit/s, a connection carries 1.3 Gbit/s, and the job is the tenth part of what pipe one
/// has.
class SteadyRateReplayTest {
    private static final double GIGA = 1e9;
    private static final ResourceId LINK = ResourceId.of("link:hpclab");
    private static final UserId USER = UserId.of("u");
    private static final int MOST = 64;

    private final Engine engine = new Engine();
    private int mostDecided;

    private double seen(String optimizer, double rateBps, List<String> names, List<ResourceControl> controls) {
        return seen(optimizer, TransferLimit.rate(new LimitId(1), "job one", rateBps), names, controls);
    }

    private double seen(String optimizer, TransferLimit rate, List<String> names, List<ResourceControl> controls) {
        List<Pipe> pipes = new ArrayList<>();
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        for (String name : names) {
            Pipe pipe = new Pipe(
                    PipeId.of(name),
                    Endpoint.parse("sim://" + name + "a"),
                    Endpoint.parse("sim://" + name + "b"),
                    USER,
                    new PipeLimits(1, MOST));
            pipes.add(pipe);
            paths.put(pipe.id(), List.of(LINK));
        }
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, 27 * GIGA));
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), engine.now(), resources, paths);
        FluidDataPlane dataPlane =
                new FluidDataPlane(engine, FluidNetwork.of(map, pipes, new Physics(1.3 * GIGA, 0, 100)));
        ControlPlane plane = new ControlPlane(
                engine,
                dataPlane,
                asked -> map,
                new OptimizerRegistry().find(optimizer).orElseThrow().factory().create(new SplittableRandom(1)),
                new ControlSettings(Duration.ofSeconds(5), 5),
                (observation, decision) -> mostDecided = engine.nanoTime()
                                < Duration.ofMinutes(2).toNanos()
                        ? 0
                        : Math.max(mostDecided, observation.pipes().getFirst().decidedConnections()),
                ControlEvents.NONE);
        plane.start(Set.of(USER), pipes, controls);
        List<Transfer> transfers = new ArrayList<>();
        for (int i = 0; i < 9000; i++) {
            transfers.add(transfer(i + 1, PipeId.of(names.get(i % names.size())), null));
        }
        for (int i = 9000; i < 11000; i++) {
            transfers.add(transfer(i + 1, PipeId.of("one"), rate));
        }
        engine.at(0, () -> plane.submit(transfers));
        engine.runUntil(Duration.ofMinutes(3).toNanos());
        double before = 8.0 * dataPlane.movedBytes(rate.id());
        engine.runUntil(Duration.ofMinutes(8).toNanos());
        return (8.0 * dataPlane.movedBytes(rate.id()) - before) / 300;
    }

    private static Transfer transfer(long id, PipeId pipe, @Nullable TransferLimit rate) {
        return new Transfer(
                TransferId.of(id),
                pipe,
                URI.create("sim://a/" + id),
                URI.create("sim://b/" + id),
                1_000_000_000,
                rate == null ? Transfer.DEFAULT_PRIORITY : Transfer.MAX_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT.withLimit(rate));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-learned"})
    void aJobHasItsRateAlsoAboveTheShareOfItsPipe(String optimizer) {
        // A third of the link is 9 Gbit/s, so an even share is not enough: ten connections carry 13.
        assertThat(seen(optimizer, 13 * GIGA, List.of("one", "two", "three"), List.of()))
                .isBetween(0.9 * 13 * GIGA, 1.05 * 13 * GIGA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"falcon", "marlin"})
    void whereEachPipeTunesByItselfItIsWithinAFifth(String optimizer) {
        // The others answer each connection that the job gets, so the last tenth takes its time.
        assertThat(seen(optimizer, 13 * GIGA, List.of("one", "two", "three"), List.of()))
                .isBetween(0.85 * 13 * GIGA, 1.05 * 13 * GIGA);
    }

    @Test
    void aLimitOfAsMuchRaisesNothing() {
        TransferLimit limit = new TransferLimit(new LimitId(1), "one's token", 13 * GIGA, TransferLimit.UNLIMITED);
        assertThat(seen("tcn", limit, List.of("one", "two", "three"), List.of()))
                .isLessThan(0.8 * 13 * GIGA);
    }

    @Test
    void whereOthersOpenAllTheyMayItIsNotReached() {
        // The optimizer of FTS opens 64 connections on each pipe: a third of the link is all that 64 of 192 have.
        assertThat(seen("fts", 13 * GIGA, List.of("one", "two", "three"), List.of()))
                .isBetween(8.5 * GIGA, 9.5 * GIGA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "fts"})
    void aJobHasNoMoreThanItsRate(String optimizer) {
        // 3 is no multiple of 1.3.
        assertThat(seen(optimizer, 3 * GIGA, List.of("one", "two", "three"), List.of()))
                .isBetween(0.9 * 3 * GIGA, 1.05 * 3 * GIGA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "fts"})
    void aRateAboveABoundIsKeptAtTheBound(String optimizer) {
        // Of the bound the job has most: it goes first in its pipe.
        double bps = seen(
                optimizer,
                13 * GIGA,
                List.of("one"),
                List.of(new Bound(USER, ResourceSet.ALL_LINKS.name(), new Bound.Rate(6 * GIGA))));
        assertThat(bps).isBetween(0.85 * 6 * GIGA, 1.05 * 6 * GIGA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "marlin"})
    void aRateThatNobodyCarriesDoesNotTakeAllConnections(String optimizer) {
        // 21 connections fill the link.
        seen(optimizer, 60 * GIGA, List.of("one"), List.of());
        assertThat(mostDecided).isLessThan(MOST);
    }
}
