// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Rates as callers write them.
class WantedRateTest {
    @ParameterizedTest
    @CsvSource({
        "1Gbit/s, 1e9",
        "250 Mbit/s, 2.5e8",
        "2.5Gbps, 2.5e9",
        "800kbit/s, 8e5",
        "800Kbit, 8e5",
        "100kbit/s, 1e5",
        "1000Tbit/s, 1e15"
    })
    void aNumberWithItsUnitIsARate(String text, double bps) {
        assertThat(WantedRate.parse(text)).isEqualTo(bps);
    }

    @Test
    void aNumberWithoutAUnitMightBeAnything() {
        assertThatThrownBy(() -> WantedRate.parse("10")).hasMessageContaining("has no unit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0Gbit/s", "0.0bit/s", "-1Gbit/s", "99.9kbit/s", "1bit/s", "1001Tbit/s"})
    void aRateIsNeitherTooSmallNorBeyondAllMeasure(String text) {
        assertThatThrownBy(() -> WantedRate.parse(text)).hasMessageContaining("from 100 kbit/s to 1000 Tbit/s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "Gbit/s", "1e9bit/s", "10MB/s", "10mbit/s", "1 2Gbit/s", "NaNbit/s"})
    void whatIsNoRateIsRefused(String text) {
        assertThatThrownBy(() -> WantedRate.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("with its unit, as 250Mbit/s");
    }
}
