// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.tuners;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.study.tuning.Testbeds;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class TunerFiguresTest {
    private static final double LINK_BPS = 1e9;

    @Test
    void everyContenderMovesFilesAloneAndInCompetition() {
        List<Contender> contenders = Contender.all();
        assertThat(new HashSet<>(contenders.stream().map(Contender::name).toList()))
                .hasSameSizeAs(contenders);
        for (Contender contender : contenders) {
            TunerFigures alone = TunerFigures.alone(contender, Testbeds.EMULAB, LINK_BPS, 60, 1);
            assertThat(alone.share()).as(contender.name()).isBetween(0.01, 1.001);
            assertThat(alone.jain()).isNaN();
            TunerFigures three = TunerFigures.competing(contender, Testbeds.EMULAB, LINK_BPS, 60, 1);
            assertThat(three.share()).as(contender.name()).isBetween(0.01, 1.001);
            assertThat(three.jain()).as(contender.name()).isBetween(0.33, 1.0);
        }
    }

    /// 32 processes of 20 Mbit/s: 0.64 of 1 Gbit/s, never 0.9; three such jobs fill it, and share evenly.
    @Test
    void aStaticSettingIsWhatItIs() {
        Contender still = Contender.all().stream()
                .filter(contender -> contender.name().equals("static 32"))
                .findFirst()
                .orElseThrow();
        TunerFigures alone = TunerFigures.alone(still, Testbeds.EMULAB.steady(), LINK_BPS, 60, 1);
        assertThat(alone.share()).isCloseTo(0.64, within(0.02));
        assertThat(alone.secondsTo90()).isNaN();
        assertThat(alone.connections()).isCloseTo(32, within(0.1));
        TunerFigures three = TunerFigures.competing(still, Testbeds.EMULAB.steady(), LINK_BPS, 120, 1);
        assertThat(three.jain()).isCloseTo(1, within(1e-6));
        assertThat(three.connections()).isCloseTo(96, within(0.1));
        assertThat(three.loss()).isPositive();
    }

    @Test
    void theSameSeedGivesTheSameFigures() {
        Contender tcn = Contender.all().getFirst();
        assertThat(TunerFigures.alone(tcn, Testbeds.XSEDE, LINK_BPS, 60, 2))
                .isEqualTo(TunerFigures.alone(tcn, Testbeds.XSEDE, LINK_BPS, 60, 2));
    }
}
