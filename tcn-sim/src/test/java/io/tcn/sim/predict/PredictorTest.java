// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.model.Bound;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.port.TimeSource;
import io.tcn.core.utility.Utilities;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// One link of 10 Gbit/s (of which nobody tells, in some cases), and users with a pipe each whose connections carry
/// 0.5 Gbit/s.
class PredictorTest {
    private static final ResourceId LINK = ResourceId.of("link:l");
    private static final Effort EFFORT =
            new Effort(Duration.ofMinutes(5), Duration.ofHours(1), 12, 200, 20_000, 2, Duration.ofSeconds(60));

    /// Advances by a millisecond each time it is asked: a deadline comes after so many looks, on any machine.
    private static final class CountingClock implements TimeSource {
        private long looks;

        @Override
        public long nanoTime() {
            return 1_000_000 * looks++;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    }

    private static Pipe pipe(String name) {
        return new Pipe(
                PipeId.of(name),
                Endpoint.parse("sim://from-" + name),
                Endpoint.parse("sim://to-" + name),
                UserId.of(name),
                new PipeLimits(1, 40));
    }

    private static List<Sample> past(double n, double bps, int intervals) {
        List<Sample> samples = new ArrayList<>();
        for (int i = intervals; i > 0; i--) {
            samples.add(new Sample(10.0 * (i - 1), 10, n, n, bps, 100));
        }
        return samples;
    }

    private static PipeState busy(Pipe pipe, int n, double bps) {
        return new PipeState(
                pipe, n, List.of(new Work(n, 1e9, null)), List.of(new Work(5_000, 2e9, null)), 0, 0, past(n, bps, 60));
    }

    private static LiveState state(
            List<PipeState> pipes, @Nullable Double capacityBps, List<ResourceControl> controls) {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, capacityBps));
        SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        pipes.forEach(pipe -> paths.put(pipe.pipe().id(), List.of(LINK)));
        return new LiveState(
                new Declared(
                        pipes.stream()
                                .map(pipe -> pipe.pipe().user())
                                .distinct()
                                .map(User::of)
                                .toList(),
                        pipes.stream().map(PipeState::pipe).toList(),
                        List.of(ResourceSet.ALL_LINKS, ResourceSet.ALL_STORAGES),
                        controls,
                        List.of(),
                        List.of(),
                        Integer.MAX_VALUE),
                pipes,
                new NetworkMapSnapshot(new MapVersion(1), Instant.EPOCH, resources, paths),
                List.of(),
                new Controller(
                        new OptimizerCatalog(
                                        Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                                .find(OptimizerCatalog.DEFAULT)
                                .orElseThrow()
                                .factory(),
                        new ControlSettings(Duration.ofSeconds(10), 2),
                        BoundSettings.DEFAULT),
                List.of());
    }

    private static ResourceControl bound(String user, double bps) {
        return new Bound(UserId.of(user), ResourceSet.ALL_LINKS.name(), new Bound.Rate(bps));
    }

    private static Prediction predict(LiveState state, Declared after, Effort effort) {
        return new Predictor(new CountingClock()).predict(state, after, effort);
    }

    @Test
    void whatABoundTakesFromOneTheOtherGets() {
        // 10 Gbit/s in equal parts, 10 connections each; a bound of 2 leaves 8.
        LiveState state = state(List.of(busy(pipe("a"), 10, 5e9), busy(pipe("b"), 10, 5e9)), 10e9, List.of());
        Prediction told = predict(state, state.declared().withControls(List.of(bound("a", 2e9))), EFFORT);
        assertThat(told.before().userBps().get(UserId.of("a"))).isCloseTo(5e9, within(0.5e9));
        assertThat(told.after().userBps().get(UserId.of("a"))).isCloseTo(2e9, within(0.2e9));
        assertThat(told.after().userBps().get(UserId.of("b"))).isCloseTo(8e9, within(0.8e9));
        assertThat(told.before().controls()).isEmpty();
        Outcome.ControlFigures control = told.after().controls().getFirst();
        assertThat(control.kind()).isEqualTo(ConstraintKind.BOUND);
        assertThat(control.limitBps()).isEqualTo(2e9);
        assertThat(control.price()).isPositive();
        assertThat(told.runs()).hasSize(2);
        assertThat(told.accuracy().error()).isLessThan(0.1);
        assertThat(told.accuracy().trouble()).isNull();
    }

    /// A pipe within one site uses its storage alone: the rehearsal did not know that the map says so, and had it share
    /// the bound on links.
    @Test
    void aBoundOnLinksDoesNotConcernAPipeOfWhichTheMapSaysThatItUsesNone() {
        Pipe inside = new Pipe(
                PipeId.of("inside"),
                Endpoint.parse("sim://x"),
                Endpoint.parse("sim://x"),
                UserId.of("a"),
                new PipeLimits(1, 40));
        PipeState outside = busy(pipe("a"), 10, 5e9);
        LiveState base = state(List.of(outside, busy(inside, 10, 5e9)), 10e9, List.of());
        ResourceId storage = ResourceId.of("read:sim://x");
        SortedMap<ResourceId, Resource> resources = new TreeMap<>(base.map().resources());
        resources.put(storage, new Resource(storage, Resource.Kind.STORAGE_READ, 5e9));
        NetworkMapSnapshot map = new NetworkMapSnapshot(
                new MapVersion(1),
                Instant.EPOCH,
                resources,
                new TreeMap<>(Map.of(outside.pipe().id(), List.of(LINK), inside.id(), List.of(storage))),
                new TreeMap<>(Map.of(outside.pipe().id(), PipeMapping.MAPPED, inside.id(), PipeMapping.NO_LIMIT)));
        LiveState state = new LiveState(base.declared(), base.pipes(), map, List.of(), base.controller(), List.of());
        Prediction told = predict(state, state.declared().withControls(List.of(bound("a", 1e9))), EFFORT);
        assertThat(told.after().userBps().get(UserId.of("a"))).isCloseTo(6e9, within(0.6e9));
    }

    @Test
    void aJobEndsLaterUnderABound() {
        // 100 files of 1 GB behind those that run and a second of others: 800 Gbit at 5 Gbit/s take 160 s, 320 at 2.5.
        Pipe pipe = pipe("a");
        PipeState with = new PipeState(
                pipe,
                10,
                List.of(),
                List.of(new Work(100, 1e9, "job"), new Work(1_000, 1e9, null)),
                0,
                0,
                past(10, 5e9, 60));
        LiveState state = state(List.of(with, busy(pipe("b"), 10, 5e9)), 10e9, List.of());
        Prediction told = predict(state, state.declared().withControls(List.of(bound("a", 2.5e9))), EFFORT);
        assertThat(told.before().jobSeconds().get("job")).isCloseTo(160, within(25.0));
        // A bound is filled with care: what a connection carries has to be known first.
        assertThat(told.after().jobSeconds().get("job")).isBetween(310.0, 380.0);
    }

    @Test
    void whereNobodyTellsTheCapacityWhatRestsSaysThatItIsFull() {
        LiveState state = state(List.of(busy(pipe("a"), 10, 5e9), busy(pipe("b"), 10, 5e9)), null, List.of());
        Prediction told = predict(state, state.declared().withControls(List.of(bound("a", 2e9))), EFFORT);
        assertThat(told.notes()).anyMatch(note -> note.startsWith("nobody tells the capacity of link:l"));
        assertThat(told.after().userBps().get(UserId.of("b"))).isCloseTo(8e9, within(0.8e9));
    }

    @Test
    void whatABoundHeldDownIsNotTakenToBeFull() {
        // Between 4 and 8 connections moved no more than the bound of 2 Gbit/s. In the last interval files had ended,
        // so that it did not look used. Raised to 6 it lets three times as much.
        List<Sample> past = new ArrayList<>();
        for (int i = 60; i > 0; i--) {
            past.add(new Sample(10.0 * (i - 1), 10, 4 + i % 5, 4 + i % 5, i == 1 ? 1e9 : 2e9, 100));
        }
        PipeState held = new PipeState(
                pipe("a"), 6, List.of(new Work(6, 1e9, null)), List.of(new Work(5_000, 2e9, null)), 0, 0, past);
        LiveState free = state(List.of(held), null, List.of(bound("a", 2e9)));
        LiveState state = new LiveState(
                free.declared(),
                free.pipes(),
                free.map(),
                List.of(new ConstraintReport(ConstraintKind.BOUND, UserId.of("a"), LINK, 2e9, 1e9, 0)),
                free.controller(),
                List.of());
        Prediction told = predict(state, state.declared().withControls(List.of(bound("a", 6e9))), EFFORT);
        assertThat(told.notes()).anyMatch(note -> note.contains("under a bound it did not show"));
        assertThat(told.before().userBps().get(UserId.of("a"))).isCloseTo(2e9, within(0.2e9));
        assertThat(told.after().userBps().get(UserId.of("a"))).isCloseTo(6e9, within(0.6e9));
    }

    @Test
    void aBoundOnNothingChangesNothing() {
        LiveState state = state(List.of(busy(pipe("a"), 10, 5e9)), 10e9, List.of());
        ResourceControl nothing = new Bound(UserId.of("a"), ResourceSet.ALL_STORAGES.name(), new Bound.Rate(1e9));
        Prediction told = predict(state, state.declared().withControls(List.of(nothing)), EFFORT);
        assertThat(told.after().userBps()).isEqualTo(told.before().userBps());
        assertThat(told.after().controls()).isEmpty();
    }

    @Test
    void withoutWorkNothingIsToldAndNothingFails() {
        PipeState idle = new PipeState(pipe("a"), 1, List.of(), List.of(), 0, 0, List.of());
        LiveState state = state(List.of(idle), 10e9, List.of());
        Prediction told = predict(state, state.declared().withControls(List.of(bound("a", 2e9))), EFFORT);
        assertThat(told.after().userBps()).isEmpty();
        assertThat(told.idlePipes()).isEqualTo(1);
        assertThat(told.notes()).anyMatch(note -> note.startsWith("nothing is queued"));
    }

    @Test
    void aPipeThatWasNeverSeenIsGuessedAndTheAnswerSaysSo() {
        PipeState fresh = new PipeState(pipe("a"), 1, List.of(), List.of(new Work(1_000, 1e9, null)), 0, 0, List.of());
        LiveState state = state(List.of(fresh), 10e9, List.of());
        Prediction told = predict(state, state.declared(), EFFORT);
        assertThat(told.notes()).anyMatch(note -> note.contains("was never measured on 1 pipe"));
        assertThat(told.accuracy().trouble()).startsWith("the history is too short");
        assertThat(told.after().userBps().get(UserId.of("a"))).isPositive();
    }

    @Test
    void arrivalsGoOnAsTheyDid() {
        // 1 Gbit/s comes, and there is room for ten times that.
        PipeState steady = new PipeState(pipe("a"), 3, List.of(), List.of(), 1e9, 1e9, past(3, 1e9, 60));
        LiveState state = state(List.of(steady), 10e9, List.of());
        Prediction told = predict(state, state.declared(), EFFORT);
        assertThat(told.after().userBps().get(UserId.of("a"))).isCloseTo(1e9, within(0.1e9));
    }

    @Test
    void whereTheTimeIsOverItSaysHowFarItCame() {
        LiveState state = state(List.of(busy(pipe("a"), 10, 5e9), busy(pipe("b"), 10, 5e9)), 10e9, List.of());
        Prediction told = predict(state, state.declared(), EFFORT.withWall(Duration.ofMillis(20)));
        assertThat(told.after().complete()).isFalse();
        assertThat(told.notes()).anyMatch(note -> note.startsWith("the time was not enough"));
        assertThat(told.accuracy().trouble()).isNotNull();
    }

    /// 50,000 busy pipes of 20 users with 20 queued files each: a million transfers. A connection carries 0.2
    /// Mbit/s, so that a file takes 40 s.
    static LiveState many(int count) {
        List<PipeState> pipes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Pipe pipe = new Pipe(
                    PipeId.of("p" + i),
                    Endpoint.parse("sim://from-" + i % 500),
                    Endpoint.parse("sim://to-" + i),
                    UserId.of("user-" + i % 20),
                    new PipeLimits(1, 8));
            pipes.add(new PipeState(
                    pipe,
                    1,
                    List.of(new Work(1, 2e5, null)),
                    List.of(new Work(20, 1e6, null)),
                    0,
                    0,
                    List.of(new Sample(1, 10, 1, 1, 10e9 / count, 20))));
        }
        return state(pipes, 10e9, List.of());
    }

    @Test
    void fiftyThousandPipesBecomeGroupsAndTheAnswerSaysSo() {
        LiveState state = many(50_000);
        Prediction told = predict(
                state,
                state.declared().withControls(List.of(bound("user-0", 0.1e9))),
                new Effort(Duration.ofMinutes(4), Duration.ofMinutes(4), 12, 200, 10_000, 1, Duration.ofSeconds(60)));
        assertThat(told.simulatedPipes()).isLessThanOrEqualTo(200);
        assertThat(told.members()).hasSize(50_000 - 100);
        assertThat(told.notes()).anyMatch(note -> note.startsWith("49900 of 50000 busy pipes"));
        assertThat(told.before().userBps()).hasSize(20);
        assertThat(told.after().userBps().get(UserId.of("user-0"))).isLessThan(0.25e9);
        double all = told.before().userBps().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        assertThat(all).isCloseTo(10e9, within(1e9));
    }
}
