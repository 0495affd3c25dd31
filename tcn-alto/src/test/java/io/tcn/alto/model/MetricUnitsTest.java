// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricUnitsTest {
    @Test
    void k03RatesAreBytesAndBecomeBits() {
        assertThat(MetricUnits.bitsPerSecond("bw-residual:max", 12.5e9)).hasValue(100e9);
        assertThat(MetricUnits.bitsPerSecond("tput", 1)).hasValue(8);
        assertThat(MetricUnits.bitsPerSecond("bw-available:p99.9", 0)).hasValue(0);
    }

    @Test
    void k03DelaysAreMicroseconds() {
        assertThat(MetricUnits.unit("delay-rt")).isEqualTo(MetricUnits.Unit.MICROSECONDS);
        assertThat(MetricUnits.unit("delay-ow:min")).isEqualTo(MetricUnits.Unit.MICROSECONDS);
    }

    @Test
    void k03OtherMetricsAreNeitherRateNorTime() {
        assertThat(MetricUnits.bitsPerSecond("delay-rt", 1)).isEmpty();
        assertThat(MetricUnits.bitsPerSecond("routingcost", 1)).isEmpty();
        assertThat(MetricUnits.unit("lossrate")).isEqualTo(MetricUnits.Unit.PERCENT);
        assertThat(MetricUnits.unit("hopcount")).isEqualTo(MetricUnits.Unit.HOPS);
        assertThat(MetricUnits.unit("routingcost")).isEqualTo(MetricUnits.Unit.NONE);
    }

    @Test
    void k03ValuesThatCannotBeAreNotKnown() {
        assertThat(MetricUnits.bitsPerSecond("tput", -1)).isEmpty();
        assertThat(MetricUnits.bitsPerSecond("tput", Double.NaN)).isEmpty();
    }

    @Test
    void k03NoStatisticMeansTheDefaultOne() {
        assertThat(MetricUnits.metric("delay-rt")).isEqualTo(new Metric("delay-rt", "median"));
        assertThat(MetricUnits.metric("bw-residual")).isEqualTo(new Metric("bw-residual", "cur"));
    }

    @Test
    void k03AnUnknownStatisticIsAnotherMetric() {
        assertThat(MetricUnits.metric("delay-rt:mode")).isEqualTo(new Metric("delay-rt:mode", ""));
        assertThat(MetricUnits.unit("delay-rt:mode")).isEqualTo(MetricUnits.Unit.NONE);
        assertThat(MetricUnits.unit("delay-rt:p101")).isEqualTo(MetricUnits.Unit.NONE);
    }
}
