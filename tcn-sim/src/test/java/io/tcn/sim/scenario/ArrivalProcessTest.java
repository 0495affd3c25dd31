// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.PipeId;
import io.tcn.sim.scenario.ArrivalProcess.Arrival;
import io.tcn.sim.scenario.ArrivalProcess.Periodic;
import io.tcn.sim.scenario.ArrivalProcess.Poisson;
import io.tcn.sim.scenario.ArrivalProcess.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalProcessTest {
    private static final long SECOND = 1_000_000_000L;
    private static final List<PipeId> PIPES = List.of(PipeId.of("p"), PipeId.of("q"));

    private static List<Arrival> all(Rule rule, long count, Span span, long seed) {
        List<Arrival> arrivals = new ArrayList<>();
        new ArrivalProcess("x", rule, count, span, seed, 3).arrivals().forEachRemaining(arrivals::add);
        return arrivals;
    }

    @Test
    void aPeriodBeginsAndEndsWithItsSpan() {
        Rule rule = new Periodic(SECOND, PIPES, new Sizes.Fixed(5));

        List<Arrival> arrivals = all(rule, 100, new Span(2 * SECOND, 5 * SECOND), 1);

        // At 3 and 4 s; the end does not belong to the span.
        assertThat(arrivals).extracting(Arrival::atNanos).containsExactly(3 * SECOND, 4 * SECOND);
        assertThat(arrivals).extracting(Arrival::number).containsExactly(1L, 2L);
    }

    @Test
    void aPoissonProcessHasItsMeansAndSpreadsOverThePipes() {
        Rule rule = new Poisson(2, PIPES, new Sizes.Exponential(1000, 1_000_000));

        List<Arrival> arrivals = all(rule, 20_000, Span.ALWAYS, 1);

        assertThat(arrivals).hasSize(20_000);
        // Means of 20,000 draws: deviation 1/sqrt(20,000) = 0.7 %.
        assertThat(arrivals.getLast().atNanos() / 1e9).isCloseTo(40_000, within(1200.0));
        assertThat(arrivals.stream().mapToLong(Arrival::bytes).average().orElseThrow())
                .isCloseTo(1000, within(30.0));
        assertThat(arrivals.stream()
                        .filter(one -> one.pipe().equals(PIPES.getFirst()))
                        .count())
                .isBetween(9_700L, 10_300L);
    }

    @Test
    void theSameSeedMakesTheSameArrivalsAndAnotherOneOthers() {
        Rule rule = new Poisson(2, PIPES, new Sizes.Lognormal(1000, 1, 5000));

        assertThat(all(rule, 100, Span.ALWAYS, 1)).isEqualTo(all(rule, 100, Span.ALWAYS, 1));
        assertThat(all(rule, 100, Span.ALWAYS, 2)).isNotEqualTo(all(rule, 100, Span.ALWAYS, 1));
        assertThat(all(rule, 100, Span.ALWAYS, 1)).allMatch(arrival -> arrival.bytes() <= 5000);
    }

    @Test
    void whatIsToComeIsKnownBeforehandOnAverage() {
        Rule rule = new Poisson(2, PIPES, new Sizes.Uniform(0, 10));
        ArrivalProcess process = new ArrivalProcess("x", rule, Long.MAX_VALUE, new Span(0, 100 * SECOND), 1, 3);

        assertThat(process.expectedCount()).isCloseTo(50, within(1e-9));
        assertThat(process.expectedBytes()).isCloseTo(250, within(1e-9));
        assertThat(process.expectedLastNanos()).isEqualTo(100 * SECOND);
    }
}
