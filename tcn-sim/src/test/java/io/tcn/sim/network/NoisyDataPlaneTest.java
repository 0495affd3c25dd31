// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.sim.engine.Engine;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoisyDataPlaneTest {
    private static final PipeId P = PipeId.of("p");
    private static final double BYTES_PER_SECOND = 1e9;

    private final Engine engine = new Engine();

    /// Moves a gigabyte per second on every pipe.
    private final class SteadyPlane implements DataPlane {
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
            return Math.round(engine.nanoTime() / 1e9 * BYTES_PER_SECOND);
        }
    }

    private NoisyDataPlane noisy(double sigma, long seed) {
        return new NoisyDataPlane(new SteadyPlane(), engine, sigma, Duration.ofSeconds(10), new SplittableRandom(seed));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 50})
    void anIntervalIsOffByTheAskedDeviationHoweverOftenOneLooks(int looks) {
        NoisyDataPlane plane = noisy(0.1, 1);
        plane.movedBytes(P);
        int intervals = 4000;
        double sum = 0;
        double squares = 0;
        long before = 0;
        for (int k = 0; k < intervals; k++) {
            long now = before;
            for (int look = 0; look < looks; look++) {
                engine.runUntil(engine.nanoTime() + 10_000_000_000L / looks);
                now = plane.movedBytes(P);
            }
            double off = (now - before) / (10 * BYTES_PER_SECOND) - 1;
            sum += off;
            squares += off * off;
            before = now;
        }
        // 4000 draws: the mean is good to 0.1 / sqrt(4000) = 0.0016, the deviation to about a part in 90.
        assertThat(sum / intervals).isCloseTo(0, within(0.005));
        assertThat(Math.sqrt(squares / intervals)).isCloseTo(0.1, within(0.005));
    }

    @Test
    void countersNeverFallHoweverLoudTheNoise() {
        NoisyDataPlane plane = noisy(3, 1);
        long before = plane.movedBytes(P);
        for (int k = 0; k < 1000; k++) {
            engine.runUntil(engine.nanoTime() + 1_000_000_000L);
            long now = plane.movedBytes(P);
            assertThat(now).isGreaterThanOrEqualTo(before);
            assertThat(plane.movedBytes(P)).isEqualTo(now);
            before = now;
        }
    }

    @Test
    void withoutNoiseTheTruthIsSeen() {
        NoisyDataPlane plane = noisy(0, 1);
        plane.movedBytes(P);
        engine.runUntil(7_000_000_000L);

        assertThat(plane.movedBytes(P)).isEqualTo(7_000_000_000L);
    }

    @Test
    void theSameSeedGivesTheSameNoise() {
        NoisyDataPlane one = noisy(0.1, 5);
        NoisyDataPlane other = noisy(0.1, 5);
        one.movedBytes(P);
        other.movedBytes(P);
        engine.runUntil(7_000_000_000L);

        assertThat(one.movedBytes(P)).isEqualTo(other.movedBytes(P)).isNotEqualTo(7_000_000_000L);
    }
}
