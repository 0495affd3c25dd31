// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.ManualTime;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.PipeActivity;
import io.tcn.core.state.TransportControlState;
import io.tcn.core.utility.Utilities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Limits on what all users together have between two endpoints, in the closed loop: throughput is proportional to
/// connections, so that every optimizer wants more.
class PairLimitTest {
    private static final Endpoint A = Endpoint.parse("https://a");
    private static final Endpoint B = Endpoint.parse("https://b");
    private static final Endpoint C = Endpoint.parse("https://c");
    private static final EndpointPair A_TO_B = new EndpointPair(A, B);
    private static final List<PipeId> PAIR = List.of(PipeId.of("atlas"), PipeId.of("cms"), PipeId.of("lhcb"));
    private static final PipeId ELSEWHERE = PipeId.of("other");
    private static final long BYTES_PER_CONNECTION_SECOND = 1_000_000;

    private final ManualTime time = new ManualTime();
    private final TransportControlState state = new TransportControlState(time);
    private final Map<PipeId, Long> moved = new HashMap<>();
    private final List<ControlState> published = new ArrayList<>();

    @BeforeEach
    void fourPipes() {
        PAIR.forEach(id -> declare(id, A, B));
        declare(ELSEWHERE, A, C);
    }

    private void declare(PipeId id, Endpoint source, Endpoint destination) {
        UserId user = UserId.of(id.value());
        state.putUser(User.of(user));
        state.putPipe(new Pipe(id, source, destination, user, new PipeLimits(1, 20)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-learned"})
    void noDecisionGoesBeyondTheLimitOfAPairAndOthersAreFree(String optimizer) {
        state.putPairLimit(new PairLimit(A_TO_B, 7));
        run(optimizer, 60);
        assertThat(published).allSatisfy(control -> assertThat(pairSum(control)).isLessThanOrEqualTo(7));
        assertThat(pairSum(published.getLast())).isEqualTo(7);
        assertThat(connections(published.getLast(), ELSEWHERE)).isEqualTo(20);

        int before = published.size();
        state.removePairLimit(A_TO_B);
        run(optimizer, 60);
        assertThat(pairSum(published.getLast())).isGreaterThan(7);
        assertThat(published.size()).isGreaterThan(before);
    }

    @Test
    void aLimitIsAboutItsOwnPairAndDirection() {
        state.putPairLimit(new PairLimit(A_TO_B, 7));
        state.putPairLimit(new PairLimit(new EndpointPair(B, A), 3));
        List<Pipe> pipes = List.copyOf(state.snapshot().pipes().values());
        assertThat(ConnectionLimits.of(state.snapshot(), pipes)).singleElement().satisfies(limit -> {
            assertThat(limit.name()).isEqualTo("pair https://a to https://b");
            assertThat(limit.maxConnections()).isEqualTo(7);
            assertThat(limit.size()).isEqualTo(3);
        });
        state.removePairLimit(A_TO_B);
        assertThat(ConnectionLimits.of(state.snapshot(), pipes)).isEmpty();
    }

    /// What is decided is limited as what may be open: by storage, whatever the spelling.
    @Test
    void aLimitIsAboutAllSpellingsOfItsStoragesAndTheStricterHolds() {
        Endpoint davsA = Endpoint.parse("davs://a");
        Endpoint davsB = Endpoint.parse("davs://b");
        declare(PipeId.of("webdav"), davsA, davsB);
        state.putPairLimit(new PairLimit(A_TO_B, 7));
        state.putPairLimit(new PairLimit(new EndpointPair(davsA, davsB), 4));
        state.putEndpointLimit(new EndpointLimit(davsA, 9, EndpointLimit.UNLIMITED));
        state.putEndpointLimit(new EndpointLimit(B, EndpointLimit.UNLIMITED, 8));
        state.putEndpointLimit(new EndpointLimit(davsB, 1, 6));
        List<Pipe> pipes = List.copyOf(state.snapshot().pipes().values());

        assertThat(ConnectionLimits.of(state.snapshot(), pipes))
                .extracting(limit -> limit.name() + " " + limit.maxConnections() + " of " + limit.size())
                .containsExactly(
                        "outbound of davs://a 9 of 5",
                        "inbound of davs://b 6 of 4",
                        "pair davs://a to davs://b 4 of 4");
    }

    @Test
    void aLimitOfZeroIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PairLimit(A_TO_B, 0))
                .withMessageContaining("https://a to https://b");
    }

    private void run(String optimizer, int intervals) {
        OptimizerCatalog catalog =
                new OptimizerCatalog(Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT);
        ControlLoop loop = new ControlLoop(
                state,
                catalog.find(optimizer).orElseThrow().factory().create(new Random(1)),
                new CountingDataPlane(),
                time,
                time,
                new ControlSettings(Duration.ofSeconds(10), 5),
                control -> {
                    published.add(control);
                    state.putControl(control);
                },
                (observation, decision) -> {},
                ControlEvents.NONE);
        loop.start();
        time.settle();
        for (int second = 0; second < 10 * intervals; second++) {
            for (Pipe pipe : state.snapshot().pipes().values()) {
                int connections = state.snapshot().control().tuningOf(pipe).connections();
                moved.merge(pipe.id(), connections * BYTES_PER_CONNECTION_SECOND, Long::sum);
                double connectionSeconds = moved.getOrDefault(pipe.id(), 0L) / (double) BYTES_PER_CONNECTION_SECOND;
                state.putActivity(
                        pipe.id(),
                        PipeActivity.at(time.nanoTime() + 1_000_000_000L)
                                .activeTransfers(connections)
                                .activeConnections(connections)
                                .queuedTransfers(1000)
                                .connectionSeconds(connectionSeconds)
                                .build());
            }
            time.advance(Duration.ofSeconds(1));
        }
        loop.stop();
        time.settle();
    }

    private static int pairSum(ControlState control) {
        return PAIR.stream().mapToInt(id -> connections(control, id)).sum();
    }

    private static int connections(ControlState control, PipeId id) {
        PipeTuning tuning = control.tunings().get(id);
        return tuning == null ? 0 : tuning.connections();
    }

    /// Moves what the test says.
    private final class CountingDataPlane implements DataPlane {
        @Override
        public void start(Attempt attempt, AttemptListener listener) {
            throw new AssertionError("the control loop starts nothing");
        }

        @Override
        public void proceed(AttemptId attempt) {
            throw new AssertionError("the control loop starts nothing");
        }

        @Override
        public void cancel(AttemptId attempt) {
            throw new AssertionError("the control loop stops nothing");
        }

        @Override
        public int adjust(AttemptId attempt, int connections) {
            throw new AssertionError("the control loop adjusts nothing");
        }

        @Override
        public long movedBytes(PipeId pipe) {
            return moved.getOrDefault(pipe, 0L);
        }
    }
}
