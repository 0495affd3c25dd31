// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.memory.PastUses;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.optimizer.ascent.AscentSettings;
import io.tcn.core.optimizer.composed.ComposedFactory;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PastUse;
import io.tcn.core.port.PipeHistory;
import io.tcn.core.utility.Utilities;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WarmStartTest {
    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    private static final UserId CMS = UserId.of("cms");
    private static final UserId ATLAS = UserId.of("atlas");
    private static final ResourceId LINK = ResourceId.of("link");

    private static Pipe pipe(String name, String from, String to, UserId user, int most) {
        return new Pipe(
                PipeId.of(name),
                Endpoint.parse("https://" + from),
                Endpoint.parse("https://" + to),
                user,
                new PipeLimits(1, most));
    }

    private static Pipe pipe(String name) {
        return pipe(name, "a", name, CMS, 100);
    }

    /// So many connections of 1 Gbit/s each.
    private static PastUse past(Pipe pipe, double connections, int daysAgo) {
        return new PastUse(pipe.key(), connections, connections * 1e9, NOW.minus(Duration.ofDays(daysAgo)));
    }

    private static PipeObservation seen(Pipe pipe, int n, double throughputBps) {
        int busy = throughputBps > 0 ? n : 0;
        return Watched.running(pipe, n, busy, 50, throughputBps);
    }

    /// All pipes use one link.
    private static Observation observation(
            long interval, double linkGbps, List<Constraint> constraints, PipeObservation... pipes) {
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, linkGbps * 1e9));
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        for (PipeObservation pipe : pipes) {
            paths.put(pipe.pipe().id(), List.of(LINK));
        }
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), NOW, resources, paths);
        return new Observation(interval, NOW, Duration.ofSeconds(10), List.of(pipes), map, constraints);
    }

    private static double[] raised(PipeHistory history, Observation observation) {
        int size = observation.pipes().size();
        boolean[] isNew = new boolean[size];
        double[] n = new double[size];
        for (int i = 0; i < size; i++) {
            isNew[i] = !(observation.pipes().get(i).throughputBps() > 0);
            n[i] = isNew[i] ? 1 : observation.pipes().get(i).decidedConnections();
        }
        new WarmStart(history).raise(observation, isNew, n, new double[size]);
        return n;
    }

    private static PipeHistory history(PastUse... uses) {
        return new PastUses(Arrays.asList(uses));
    }

    /// 40 were open: 20, the rest is for the optimizer to find.
    @Test
    void aPipeBeginsWithHalfOfWhatItHad() {
        Pipe pipe = pipe("p");
        assertThat(raised(history(past(pipe, 40, 0)), observation(0, 1000, List.of(), seen(pipe, 0, 0))))
                .containsExactly(new double[] {20}, within(1e-9));
        assertThat(raised(PipeHistory.NONE, observation(0, 1000, List.of(), seen(pipe, 0, 0))))
                .containsExactly(1.0);
    }

    /// What another server has decided just now, and not half of it; another pipe takes its start from the past.
    @Test
    void aPipeGoesOnWithWhatAnotherServerHasDecidedJustNow() {
        Pipe pipe = pipe("p");
        Pipe narrow = pipe("n", "a", "b", ATLAS, 6);
        Pipe other = pipe("q", "a", "c", CMS, 100);
        PipeHistory past = history(past(pipe, 40, 0), past(other, 40, 0));
        PipeHistory goingOn = new PipeHistory() {
            @Override
            public List<PastUse> like(Pipe asked) {
                return past.like(asked);
            }

            @Override
            public OptionalDouble goesOnWith(Pipe asked, Instant now) {
                return asked.equals(other) ? OptionalDouble.empty() : OptionalDouble.of(37);
            }
        };
        assertThat(raised(
                        goingOn,
                        observation(0, 1000, List.of(), seen(pipe, 0, 0), seen(narrow, 0, 0), seen(other, 0, 0))))
                .containsExactly(new double[] {37, 6, 20}, within(1e-9));
    }

    /// Half-life a week: after two, a quarter of the weight, (32/2)^(1/4) = 2.
    @Test
    void anOldPastMovesTheStartLittle() {
        Pipe pipe = pipe("p");
        assertThat(raised(history(past(pipe, 32, 14)), observation(0, 1000, List.of(), seen(pipe, 0, 0))))
                .containsExactly(new double[] {2}, within(1e-9));
        assertThat(raised(history(past(pipe, 32, 700)), observation(0, 1000, List.of(), seen(pipe, 0, 0))))
                .containsExactly(new double[] {1}, within(1e-6));
    }

    /// 0.75 of the weight for the same endpoints: (32/2)^0.75 = 8; two that rest on the same past have half of it each,
    /// (16/2)^0.75.
    @Test
    void anotherUsersPastCountsLessAndIsShared() {
        Pipe mine = pipe("p", "a", "b", CMS, 100);
        Pipe theirs = pipe("q", "a", "b", ATLAS, 100);
        PipeHistory third =
                history(new PastUse(new PipeKey(mine.source(), mine.destination(), UserId.of("lhcb")), 32, 32e9, NOW));

        assertThat(raised(third, observation(0, 1000, List.of(), seen(mine, 0, 0))))
                .containsExactly(new double[] {8}, within(1e-9));
        double half = Math.pow(8, 0.75);
        assertThat(raised(third, observation(0, 1000, List.of(), seen(mine, 0, 0), seen(theirs, 0, 0))))
                .containsExactly(new double[] {half, half}, within(1e-9));
    }

    @Test
    void pipesThatShareNoPairOfEndpointsTellNothing() {
        Pipe pipe = pipe("p", "a", "b", CMS, 100);
        Pipe other = pipe("q", "a", "c", CMS, 100);
        assertThat(raised(history(past(other, 40, 0)), observation(0, 1000, List.of(), seen(pipe, 0, 0))))
                .containsExactly(1.0);
    }

    @Test
    void aPipeKeepsItsOwnLimitAndNeverBeginsWithLess() {
        Pipe narrow = pipe("p", "a", "b", CMS, 6);
        assertThat(raised(history(past(narrow, 40, 0)), observation(0, 1000, List.of(), seen(narrow, 0, 0))))
                .containsExactly(6.0);
        assertThat(raised(history(past(narrow, 0.5, 0)), observation(0, 1000, List.of(), seen(narrow, 0, 0))))
                .containsExactly(1.0);
    }

    /// Each had the link of 40 Gbit/s alone with 80 connections of 1 Gbit/s in a wider one. Half of
    /// that is 40 each, and 40 together are what fits.
    @Test
    void pastsThatDoNotFitTogetherAreCutToTheCapacityOfTheMap() {
        Pipe one = pipe("p");
        Pipe two = pipe("q");
        assertThat(raised(
                        history(past(one, 80, 0), past(two, 80, 0)),
                        observation(0, 40, List.of(), seen(one, 0, 0), seen(two, 0, 0))))
                .containsExactly(new double[] {20, 20}, within(1e-9));
    }

    /// A bound of 10 Gbit/s, of which another pipe uses 6: 4 connections of 1 Gbit/s fit, whatever was.
    @Test
    void aBoundIsKept() {
        Pipe there = pipe("p");
        Pipe comes = pipe("q");
        Constraint bound = Constraint.bound(CMS, LINK, 10e9, 0, 1);
        assertThat(raised(
                        history(past(comes, 80, 0)),
                        observation(3, 1000, List.of(bound), seen(there, 6, 6e9), seen(comes, 0, 0))))
                .containsExactly(new double[] {6, 4}, within(1e-9));
    }

    private static Optimizer tcn(PipeHistory history) {
        return new ComposedFactory(AscentSettings.DEFAULT, Utilities.byName("proportional"), new WarmStart(history))
                .create(new SplittableRandom(1));
    }

    private static int connections(Decision decision) {
        return decision.pipes().getFirst().tuning().connections();
    }

    @Test
    void theDefaultOptimizerBeginsWithIt() {
        Pipe pipe = pipe("p");
        assertThat(connections(
                        tcn(history(past(pipe, 40, 0))).decide(observation(0, 1000, List.of(), seen(pipe, 0, 0)))))
                .isEqualTo(20);
    }

    /// Connections that move a tenth of what they did: another network. What follows is the first step from one
    /// connection, and not from 20.
    @Test
    void aStartThatDisappointsIsTakenBack() {
        Pipe pipe = pipe("p");
        Optimizer tcn = tcn(history(past(pipe, 40, 0)));
        int first = connections(tcn.decide(observation(0, 1000, List.of(), seen(pipe, 0, 0))));
        int second = connections(tcn.decide(observation(1, 1000, List.of(), seen(pipe, first, first * 0.1e9))));
        Optimizer cold = tcn(PipeHistory.NONE);
        cold.decide(observation(0, 1000, List.of(), seen(pipe, 0, 0)));
        int fromOne = connections(cold.decide(observation(1, 1000, List.of(), seen(pipe, 1, 0.1e9))));

        assertThat(first).isEqualTo(20);
        assertThat(second).isLessThan(first).isLessThanOrEqualTo(fromOne);
    }

    @Test
    void aPastWithoutConnectionsIsRefused() {
        PipeKey key = pipe("p").key();
        assertThatThrownBy(() -> new PastUse(key, 0, 1e9, NOW)).hasMessageContaining("more than 0");
        assertThatThrownBy(() -> new PastUse(key, 1, Double.NaN, NOW)).hasMessageContaining("more than 0");
    }
}
