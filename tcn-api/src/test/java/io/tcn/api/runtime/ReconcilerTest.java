// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.core.dispatch.DispatchLoop;
import io.tcn.core.dispatch.DispatchSettings;
import io.tcn.core.dispatch.StateWriter;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
    private static final Pipe PIPE = new Pipe(
            PipeId.of("p"),
            Endpoint.parse("https://a.example.org"),
            Endpoint.parse("https://b.example.org"),
            UserId.of("u"),
            new PipeLimits(1, 10));

    private final HandTurnedLoop thread = new HandTurnedLoop();
    private final TransportControlState state = new TransportControlState(thread);
    private final DispatchLoop loop = new DispatchLoop(
            state,
            new MemoryTransferStore(),
            new NothingMoves(),
            thread,
            thread,
            ControlEvents.NONE,
            DispatchSettings.DEFAULT);
    private final DeclaredState declared = new DeclaredState();
    private final Reconciler reconciler =
            new Reconciler(declared, new Straight(loop.writer()), thread, Duration.ofMillis(1));

    /// The loop answers only when the test lets it run, and that is too late.
    @Test
    void aPipeWhoseRemovalTheLoopDoesNotAnswerInTimeStaysKnown() {
        declared.apply(DirectoryChange.put(List.of(User.of(UserId.of("u"))), List.of(PIPE)));
        reconciler.start(loop.writer(), 0);
        thread.pass(Duration.ZERO);
        assertThat(state.snapshot().pipes()).containsKey(PIPE.id());

        assertThatThrownBy(() -> reconciler.letGo(PIPE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("pipe p is in use: try again");
        thread.pass(Duration.ZERO);

        assertThat(declared.findPipe(PIPE.id())).isPresent();
        assertThat(state.snapshot().pipes()).containsKey(PIPE.id());
    }

    /// Tells the loop what is declared as it is.
    private record Straight(StateWriter loop) implements Declarations {
        @Override
        public void start(DispatchLoop dispatch, Runnable refreshMap) {}

        @Override
        public void pipesDeclared(Collection<Pipe> pipes) {
            loop.pipesDeclared(pipes);
        }

        @Override
        public void pipeRemoved(Pipe pipe) {}

        @Override
        public void endpointLimitsSet(Collection<EndpointLimit> limits) {
            loop.endpointLimitsSet(limits);
        }

        @Override
        public void endpointLimitRemoved(Endpoint endpoint) {
            loop.endpointLimitRemoved(endpoint);
        }
    }

    private static final class NothingMoves implements DataPlane {
        @Override
        public void start(Attempt attempt, AttemptListener listener) {}

        @Override
        public void proceed(AttemptId attempt) {}

        @Override
        public void cancel(AttemptId attempt) {}

        @Override
        public int adjust(AttemptId attempt, int connections) {
            return connections;
        }

        @Override
        public long movedBytes(PipeId pipe) {
            return 0;
        }
    }
}
