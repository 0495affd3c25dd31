// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.bench.report.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopyFiguresTest {
    private static final CopyTimes TIMES =
            new CopyTimes(2_000_000_000, 1_000_000_000, "25065c85", 256 << 20, 100 << 20, 0);

    @Test
    void theRatioIsThatOfTheMediansOfWholeAttempts() {
        // Medians in bytes/s: TCN 300, its bytes alone 400, curl 200; so 300 / 200.
        List<Figure> figures = CopyFigures.of(
                List.of(new CopyRound(100, 400, 200), new CopyRound(300, 300, 100), new CopyRound(500, 500, 900)),
                TIMES);

        assertThat(figures.getFirst().value()).isEqualTo(1.5);
        assertThat(figures.getFirst().met()).isTrue();
        assertThat(figures.get(1).value()).isEqualTo(2.0);
        assertThat(figures).extracting(Figure::name).contains("round 3: curl", "round 1: TCN, bytes only");
    }

    @Test
    void aRoundTurnsTimesIntoRates() {
        // 1000 bytes in 2 s, in 1 s and in 0.5 s.
        assertThat(CopyRound.of(1000, TIMES, 500_000_000)).isEqualTo(new CopyRound(500, 1000, 2000));
    }

    @Test
    void timesPassBetweenProcessesAsALine() {
        assertThat(CopyTimes.parse(TIMES.toLine())).isEqualTo(TIMES);
        assertThat(CopyTimes.isOne("failed for some reason")).isFalse();
        assertThatThrownBy(() -> CopyTimes.parse("done 1 2")).isInstanceOf(IllegalArgumentException.class);
    }
}
