// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.cli.units.Bound;
import io.tcn.cli.units.Days;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Share;
import io.tcn.cli.units.Size;
import io.tcn.cli.units.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Quantities as people write them.
class UnitsTest {
    @ParameterizedTest
    @CsvSource({
        "10G, 1e10",
        "10Gbit/s, 1e10",
        "10 Gbps, 1e10",
        "10Gb/s, 1e10",
        "1.25GB/s, 1e10",
        "1GBps, 8e9",
        "100k, 1e5",
        "1MiB/s, 8388608",
        "5bit/s, 5",
        ".5T, 5e11"
    })
    void ratesAreUnderstood(String text, double bps) {
        assertThat(Rate.parse(text).bps()).isEqualTo(bps);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "-1G", "G", "10m", "10Gi", "1e400G", "NaN", "10GB", "1,5G", "10 G bit", ""})
    void othersAreNot(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Rate.parse(text));
    }

    @Test
    void boundsAreRatesOrShares() {
        assertThat(Bound.parse("40%")).isEqualTo(new Share(0.4));
        assertThat(Bound.parse("10G")).isEqualTo(new Rate(1e10));
        assertThatIllegalArgumentException().isThrownBy(() -> Bound.parse("101%"));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 bit/s",
        "999, 999 bit/s",
        "1.25e9, 1.25 Gbit/s",
        "1e12, 1000 Gbit/s",
        "2e13, 20 Tbit/s",
        "-1e6, -1 Mbit/s"
    })
    void ratesAreShown(double bps, String text) {
        assertThat(Rate.inWords(bps)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 1500, 1e9, 1e10, 2.5e9, 123456789, 1.25e13})
    void ratesAreWrittenSoThatTheyAreReadAgain(double bps) {
        assertThat(Rate.parse(Rate.exactly(bps)).bps()).isEqualTo(bps);
    }

    @Test
    void sizesAndSpans() {
        assertThat(Size.parse("10GiB").bytes()).isEqualTo(10L << 30);
        assertThat(Size.parse("1000").bytes()).isEqualTo(1000);
        assertThat(Size.inWords(1536)).isEqualTo("1.5 KiB");
        assertThatIllegalArgumentException().isThrownBy(() -> Size.parse("10G"));
        assertThatIllegalArgumentException().isThrownBy(() -> Size.parse("1.5"));
        assertThat(Span.parse("10m")).hasMinutes(10);
        assertThat(Span.inWords(Span.parse("200s"))).isEqualTo("3 m 20 s");
        assertThatIllegalArgumentException().isThrownBy(() -> Span.parse("10"));
    }

    @Test
    void daysGoRoundTheWeek() {
        assertThat(Days.parse("FRI-MON,wed")).containsExactly("MON", "WED", "FRI", "SAT", "SUN");
    }
}
