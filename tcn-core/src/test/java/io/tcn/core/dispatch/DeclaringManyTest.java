// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.Growth;
import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What it costs to declare many pipes to the loops: in proportion to their number, however they come.
class DeclaringManyTest {
    private static final UserId CMS = UserId.of("cms");

    /// A dispatch loop without pipes.
    static final class World {
        final ManualTime time = new ManualTime();
        final TransportControlState state = new TransportControlState(time);
        final DispatchLoop loop = new DispatchLoop(
                state,
                new MemoryTransferStore(),
                new FakeDataPlane(),
                time,
                time,
                ControlEvents.NONE,
                new DispatchSettings(4, Duration.ofSeconds(30), Duration.ofSeconds(1)));

        World() {
            loop.writer().userDeclared(User.of(CMS));
            time.settle();
        }

        void oneByOne(List<Pipe> pipes) {
            pipes.forEach(loop.writer()::pipeDeclared);
            time.settle();
        }

        void together(List<Pipe> pipes, List<EndpointLimit> limits) {
            loop.writer().pipesDeclared(pipes);
            loop.writer().endpointLimitsSet(limits);
            time.settle();
        }
    }

    static List<Pipe> pipes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Pipe(
                        PipeId.of("pipe-" + i), source(i), Endpoint.parse("https://to"), CMS, new PipeLimits(1, 8)))
                .toList();
    }

    static List<EndpointLimit> limits(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new EndpointLimit(source(i), 50, 50))
                .toList();
    }

    private static Endpoint source(int i) {
        return Endpoint.parse("https://from-" + i);
    }

    @Test
    void pipesOneByOneCostInProportion() {
        double growth = Growth.of(500, size -> {
            World world = new World();
            List<Pipe> pipes = pipes(size);
            return () -> world.oneByOne(pipes);
        });
        assertThat(growth).isLessThan(Growth.MOST);
    }

    @Test
    void pipesTogetherWithALimitAtEachEndCostInProportion() {
        double growth = Growth.of(500, size -> {
            World world = new World();
            List<Pipe> pipes = pipes(size);
            List<EndpointLimit> limits = limits(size);
            return () -> world.together(pipes, limits);
        });
        assertThat(growth).isLessThan(Growth.MOST);
    }
}
