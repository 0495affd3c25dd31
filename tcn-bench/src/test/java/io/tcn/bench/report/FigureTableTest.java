// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTableTest {
    @Test
    void aMissedAimStaysInTheTableAsMissed() {
        List<String> lines = FigureTable.of(List.of(
                new Figure("ratio", 0.5, "", Aim.atLeast(0.9)),
                new Figure("heap", 100, "MiB", Aim.atMost(256)),
                Figure.of("rate", 1234.56, "MB/s")));

        assertThat(lines)
                .containsExactly(
                        "figure  value  unit  aim     met",
                        "ratio     0.5        >= 0.9  NO",
                        "heap      100  MiB   <= 256  yes",
                        "rate     1234  MB/s");
    }

    @Test
    void aRatioJustBelowItsAimIsNotRoundedUpToIt() {
        List<String> lines = FigureTable.of(List.of(new Figure("ratio", 0.89999, "", Aim.atLeast(0.9))));

        assertThat(lines.getLast()).contains("0.8999").endsWith("NO");
    }

    @Test
    void theLimitItselfMeetsTheAim() {
        assertThat(Aim.atLeast(0.9).isMetBy(0.9)).isTrue();
        assertThat(Aim.atMost(256).isMetBy(256)).isTrue();
        assertThat(Aim.atMost(256).isMetBy(256.1)).isFalse();
    }

    @Test
    void aFigureThatIsNoNumberIsRefused() {
        assertThatThrownBy(() -> Figure.of("ratio", Double.NaN, ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ratio");
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
        assertThat(Median.of(9, 1, 5)).isEqualTo(5);
        assertThat(Median.of(9, 1, 5, 6)).isEqualTo(5.5);
    }
}
