// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.alto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.bench.BenchException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AltoBenchmarkTest {
    @Test
    void aSmallNetworkIsMappedAndEveryChangeOfALinkIsHeardOf() throws BenchException {
        AltoRound round =
                AltoRound.of(new AltoCase("tiny", AltoCase.Shape.DENSE, 20, 3, 50), new AltoRound.Updates(1, 4));

        assertThat(round.refreshSeconds()).isPositive();
        // The directory and all pairs at once.
        assertThat(round.requests()).isEqualTo(2);
        assertThat(round.updateSeconds())
                .hasSize(4)
                .isSorted()
                .allSatisfy(seconds -> assertThat(seconds).isPositive());
        assertThat(round.peakBytes()).isGreaterThan(0);
    }

    @Test
    void pairsThatAreTooManyForOneRequestAreAskedForBySource() throws BenchException {
        // Nearly 240 x 240 = 57 600 pairs are more than the server answers at once, by address and by PID.
        AltoRound round =
                AltoRound.of(new AltoCase("wide", AltoCase.Shape.SPARSE, 240, 5, 300), new AltoRound.Updates(0, 0));

        // The directory, the network map, what is refused, one pair to see its ids, and one request per source.
        assertThat(round.requests()).isEqualTo(1 + 1 + 1 + 1 + 240);
        assertThat(round.updateSeconds()).isEmpty();
    }

    @Test
    void theLargeCaseIsAsLargeAsTheAimSays() {
        for (AltoCase.Shape shape : AltoCase.Shape.values()) {
            AltoCase world = AltoCase.large(shape);
            List<int[]> ends = world.ends();
            Set<List<Integer>> pairs = new HashSet<>();
            ends.forEach(pair -> pairs.add(Arrays.stream(pair).boxed().toList()));

            assertThat(pairs).hasSize(50_000);
            assertThat(world.sites()).isGreaterThanOrEqualTo(2_000);
            assertThat(world.topology().links()).hasSize(5_000);
            assertThat(AltoCase.parse(world.inShort())).isEqualTo(world);
        }
    }
}
