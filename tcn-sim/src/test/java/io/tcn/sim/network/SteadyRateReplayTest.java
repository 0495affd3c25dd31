// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Bound;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.UserId;
import io.tcn.sim.engine.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A job asks for a rate, with the server's loops, where nothing can be shaped: the connections alone make it. Three
/// pipes share a link of 27 Gbit/s, a connection carries 1.3 Gbit/s, and the job is the tenth part of what pipe one
/// has.
class SteadyRateReplayTest {
    private static final double GIGA = 1e9;
    private static final UserId USER = SharedLink.USER;
    private static final int MOST = SharedLink.MOST;

    private final Engine engine = new Engine();
    private int mostDecided;

    private double seen(String optimizer, double rateBps, List<String> names, List<ResourceControl> controls) {
        return seen(optimizer, TransferLimit.rate(new LimitId(1), "job one", rateBps), names, controls);
    }

    private double seen(String optimizer, TransferLimit rate, List<String> names, List<ResourceControl> controls) {
        SharedLink link = new SharedLink(
                engine,
                optimizer,
                names,
                controls,
                (observation, decision) -> mostDecided = engine.nanoTime()
                                < Duration.ofMinutes(2).toNanos()
                        ? 0
                        : Math.max(mostDecided, observation.pipes().getFirst().decidedConnections()));
        List<Transfer> transfers = new ArrayList<>();
        for (int i = 0; i < 9000; i++) {
            transfers.add(transfer(i + 1, PipeId.of(names.get(i % names.size())), null));
        }
        for (int i = 9000; i < 11000; i++) {
            transfers.add(transfer(i + 1, PipeId.of("one"), rate));
        }
        link.run(transfers, Duration.ofMinutes(3));
        double before = link.movedBits(rate.id());
        link.runUntil(Duration.ofMinutes(8));
        return (link.movedBits(rate.id()) - before) / 300;
    }

    private static Transfer transfer(long id, PipeId pipe, @Nullable TransferLimit rate) {
        int priority = rate == null ? Transfer.DEFAULT_PRIORITY : Transfer.MAX_PRIORITY;
        return SharedLink.transfer(id, pipe, 1_000_000_000, priority, rate);
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
