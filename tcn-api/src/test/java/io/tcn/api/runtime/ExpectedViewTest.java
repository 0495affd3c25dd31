// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.transfer.EndpointPause;
import io.tcn.alto.map.AddressBook;
import io.tcn.alto.map.Place;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.server.ExpectedCosts;
import io.tcn.core.dispatch.Hold;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.PipeActivity;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Users cms and atlas on one pair of endpoints, a and b, and cms from b to a.
class ExpectedViewTest {
    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
    private static final Endpoint A = Endpoint.parse("https://a");
    private static final Endpoint B = Endpoint.parse("https://b");
    private static final ResourceId LINK = ResourceId.of("link:x");

    private final TimeSource time = new TimeSource() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Instant now() {
            return NOON;
        }
    };
    private final Map<PipeId, Hold> holds = new HashMap<>();
    private final Map<PipeId, String> limits = new HashMap<>();
    private final List<EndpointPause> pauses = new ArrayList<>();
    private final TransportControlState state = new TransportControlState(time);
    private final ControlBoard board = new ControlBoard();
    private final ExpectedView view = new ExpectedView(
            state,
            board,
            AddressBook.of(
                    Map.of(
                            A,
                            new Place.At(List.of(address("192.0.2.1"))),
                            B,
                            new Place.At(List.of(address("192.0.2.2")))),
                    time),
            new PipeWaits(
                    pipe -> Optional.ofNullable(holds.get(pipe)),
                    pipe -> Optional.ofNullable(limits.get(pipe)),
                    () -> pauses,
                    time));

    @Test
    void aTransferGetsItsPartOfWhatMovedAndWaitsForThoseBeforeIt() {
        Pipe cms = pipe("cms", A, B);
        Pipe atlas = pipe("atlas", A, B);
        // 4 + 2 Gbit/s over 2 + 1 transfers: 2 Gbit/s each. 10 wait; one takes 20 s; 4 + 1 connections: 40 s.
        state.putActivity(cms.id(), activity(2, 10, 5, 5_000_000_000L, 100));
        state.putActivity(atlas.id(), activity(1, 0, 0, 0, 0));
        decided(List.of(cms, atlas), List.of(4e9, 2e9), List.of(4, 1), 0.25);

        ExpectedCosts.Expectation expected = expected("192.0.2.1", "192.0.2.2");

        assertThat(expected.throughputBps()).isEqualTo(2e9);
        assertThat(expected.queueSeconds()).isEqualTo(40);
        // cms pays 0.25 for the link, atlas nothing.
        assertThat(expected.price()).isZero();
    }

    @Test
    void anIdlePairTellsWhatItsTransfersGotSoFarAndAPriceThatItsOnlyUserPays() {
        Pipe cms = pipe("cms", A, B);
        // 5 GB in 100 s: 0.4 Gbit/s.
        state.putActivity(cms.id(), activity(0, 0, 5, 5_000_000_000L, 100));
        decided(List.of(cms), List.of(0.0), List.of(1), 0.25);

        ExpectedCosts.Expectation expected = expected("192.0.2.1", "192.0.2.2");

        assertThat(expected.throughputBps()).isEqualTo(0.4e9);
        assertThat(expected.queueSeconds()).isZero();
        assertThat(expected.price()).isEqualTo(0.25);
    }

    @ParameterizedTest
    @EnumSource(
            value = Hold.class,
            names = {"STORAGE_PAUSED"},
            mode = EnumSource.Mode.EXCLUDE)
    void whereNothingStartsNoTimeIsExpected(Hold hold) {
        Pipe cms = pipe("cms", A, B);
        state.putActivity(cms.id(), activity(0, 0, 5, 5_000_000_000L, 100));
        holds.put(cms.id(), hold);
        decided(List.of(cms), List.of(0.0), List.of(1), 0);

        assertThat(expected("192.0.2.1", "192.0.2.2").queueSeconds()).isNull();
        assertThat(expected("192.0.2.1", "192.0.2.2").throughputBps()).isEqualTo(0.4e9);
    }

    @Test
    void theBanOfOneUserLeavesTheTimeOfTheOthers() {
        Pipe cms = pipe("cms", A, B);
        Pipe atlas = pipe("atlas", A, B);
        // cms waits for ever with its 50; 6 of atlas wait for 2 connections, one takes 20 s: 60 s.
        state.putActivity(cms.id(), activity(0, 50, 5, 5_000_000_000L, 100));
        state.putActivity(atlas.id(), activity(1, 6, 0, 0, 0));
        holds.put(cms.id(), Hold.HELD);
        decided(List.of(cms, atlas), List.of(0.0, 2e9), List.of(8, 2), 0);

        assertThat(expected("192.0.2.1", "192.0.2.2").queueSeconds()).isEqualTo(60);
    }

    @Test
    void whatIsLeftOfAPauseComesFirst() {
        Pipe cms = pipe("cms", A, B);
        state.putActivity(cms.id(), activity(0, 0, 5, 5_000_000_000L, 100));
        holds.put(cms.id(), Hold.STORAGE_PAUSED);
        pauses.add(new EndpointPause(A, NOON.minusSeconds(10), NOON.plusSeconds(50), "refused"));
        pauses.add(new EndpointPause(B, NOON.minusSeconds(10), NOON.plusSeconds(30), "refused"));
        decided(List.of(cms), List.of(0.0), List.of(2), 0);
        assertThat(expected("192.0.2.1", "192.0.2.2").queueSeconds()).isEqualTo(50);
    }

    @Test
    void aPauseOfWhichNobodyKnowsTheEndHasNoTime() {
        Pipe cms = pipe("cms", A, B);
        state.putActivity(cms.id(), activity(0, 0, 5, 5_000_000_000L, 100));
        holds.put(cms.id(), Hold.STORAGE_PAUSED);
        decided(List.of(cms), List.of(0.0), List.of(2), 0);
        assertThat(expected("192.0.2.1", "192.0.2.2").queueSeconds()).isNull();
    }

    @Test
    void aPipeThatALimitHoldsEndsTransfersOnTheConnectionsThatItHas() {
        Pipe cms = pipe("cms", A, B);
        // 6 wait, one takes 20 s, on 1 connection instead of the 4 that were decided, and one that runs ends first.
        state.putActivity(cms.id(), activity(1, 6, 5, 5_000_000_000L, 100));
        limits.put(cms.id(), "the bound of cms on link:x, 1 Gbit/s");
        decided(List.of(cms), List.of(1e9), List.of(4), 0);
        assertThat(expected("192.0.2.1", "192.0.2.2").queueSeconds()).isEqualTo(140);

        state.putActivity(cms.id(), activity(0, 6, 5, 5_000_000_000L, 100));
        decided(List.of(cms), List.of(0.0), List.of(4), 0);
        assertThat(expected("192.0.2.1", "192.0.2.2").queueSeconds()).isNull();
    }

    @Test
    void whereNoConnectionIsFreeOneThatRunsEndsFirst() {
        Pipe cms = pipe("cms", A, B);
        state.putActivity(cms.id(), activity(4, 0, 5, 5_000_000_000L, 100));
        decided(List.of(cms), List.of(1e9), List.of(4), 0);
        assertThat(expected("192.0.2.1", "192.0.2.2").queueSeconds()).isEqualTo(5);
    }

    @Test
    void whatNothingIsKnownOfIsLeftOut() {
        Pipe cms = pipe("cms", A, B);
        decided(List.of(cms), List.of(0.0), List.of(1), 0);
        assertThat(view.get().byAddress()).isEmpty();
        assertThat(view.get()).isSameAs(view.get());
    }

    @Test
    void beforeTheFirstDecisionNothingIsExpected() {
        assertThat(view.get()).isEqualTo(ExpectedCosts.NONE);
    }

    // --- the small world

    private ExpectedCosts.Expectation expected(String from, String to) {
        ExpectedCosts.Expectation found =
                view.get().byAddress().get(new ExpectedCosts.Pair<>(address(from), address(to)));
        if (found == null) {
            throw new AssertionError("nothing is expected from " + from + " to " + to);
        }
        return found;
    }

    private Pipe pipe(String user, Endpoint from, Endpoint to) {
        Pipe pipe = new Pipe(PipeId.of(user), from, to, UserId.of(user), PipeLimits.DEFAULT);
        state.putUser(User.of(pipe.user()));
        state.putPipe(pipe);
        return pipe;
    }

    private static PipeActivity activity(int active, int queued, long finished, long bytes, double seconds) {
        return PipeActivity.at(0)
                .activeTransfers(active)
                .activeConnections(active)
                .queuedTransfers(queued)
                .finishedTransfers(finished)
                .finishedBytes(bytes)
                .finishedSeconds(seconds)
                .build();
    }

    private void decided(List<Pipe> pipes, List<Double> throughputBps, List<Integer> connections, double price) {
        Map<PipeId, List<ResourceId>> paths = new TreeMap<>();
        List<PipeObservation> observations = new ArrayList<>();
        List<PipeDecision> decisions = new ArrayList<>();
        for (int i = 0; i < pipes.size(); i++) {
            paths.put(pipes.get(i).id(), List.of(LINK));
            PipeObservation observed = PipeObservation.of(pipes.get(i))
                    .decidedConnections(1)
                    .meanActiveConnections(1)
                    .activeConnections(1)
                    .activeTransfers(1)
                    .throughputBps(throughputBps.get(i))
                    .build();
            observations.add(observed);
            decisions.add(PipeDecision.of(observed, connections.get(i), Rationale.of(Reason.IDLE)));
        }
        NetworkMapSnapshot map = new NetworkMapSnapshot(
                new MapVersion(1),
                NOON,
                new TreeMap<>(Map.of(LINK, new Resource(LINK, Resource.Kind.LINK, 10e9))),
                new TreeMap<>(paths));
        state.putMap(map);
        board.decided(
                new Observation(1, NOON, Duration.ofSeconds(10), observations, map, List.of()),
                new Decision(
                        1,
                        NOON,
                        decisions,
                        0,
                        0,
                        List.of(new ConstraintReport(ConstraintKind.BOUND, UserId.of("cms"), LINK, 1, 1, price))));
    }

    private static Address address(String text) {
        try {
            return Address.parse(text);
        } catch (AltoFormatException wrong) {
            throw new IllegalArgumentException(text, wrong);
        }
    }
}
