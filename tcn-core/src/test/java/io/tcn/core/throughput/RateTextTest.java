// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateTextTest {
    @Test
    void aRateHasThreeDigitsAndTheUnitThatFits() {
        assertThat(RateText.of(4.1e9)).isEqualTo("4.1 Gbit/s");
        assertThat(RateText.of(1e9 / 3)).isEqualTo("333 Mbit/s");
        assertThat(RateText.of(2.5e12)).isEqualTo("2.5 Tbit/s");
        assertThat(RateText.of(400e9)).isEqualTo("400 Gbit/s");
        assertThat(RateText.of(12_340)).isEqualTo("12.3 kbit/s");
        assertThat(RateText.of(-0.3e9)).isEqualTo("-300 Mbit/s");
        assertThat(RateText.of(7)).isEqualTo("7 bit/s");
        assertThat(RateText.of(5e18)).isEqualTo("5000 Pbit/s");
    }

    @Test
    void aRateThatRoundsUpToTheNextUnitIsWrittenInIt() {
        assertThat(RateText.of(999.4e6)).isEqualTo("999 Mbit/s");
        assertThat(RateText.of(999.6e6)).isEqualTo("1 Gbit/s");
    }

    @Test
    void roundingNoiseIsZeroAndInfinityIsNoNumber() {
        assertThat(RateText.of(0)).isEqualTo("0 bit/s");
        assertThat(RateText.of(-1e-7)).isEqualTo("0 bit/s");
        assertThat(RateText.of(Double.POSITIVE_INFINITY)).isEqualTo("unlimited");
    }

    @Test
    void aGainHasASign() {
        assertThat(RateText.ofChange(0.3e9)).isEqualTo("+300 Mbit/s");
        assertThat(RateText.ofChange(-0.3e9)).isEqualTo("-300 Mbit/s");
        assertThat(RateText.ofChange(1e-7)).isEqualTo("0 bit/s");
    }

    @Test
    void connectionsHaveAtMostTwoDecimals() {
        assertThat(RateText.ofConnections(12)).isEqualTo("12");
        assertThat(RateText.ofConnections(0.5)).isEqualTo("0.5");
        assertThat(RateText.ofConnections(1000.0 / 3)).isEqualTo("333.33");
        assertThat(RateText.ofConnections(0)).isEqualTo("0");
        assertThat(RateText.ofConnections(100)).isEqualTo("100");
        assertThat(RateText.withNoun(1)).isEqualTo("1 connection");
        assertThat(RateText.withNoun(0.5)).isEqualTo("0.5 connections");
    }
}
