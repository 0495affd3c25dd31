// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
        assertThat(MetricUnits.duration("delay-rt", 92_000)).contains(Duration.ofMillis(92));
        assertThat(MetricUnits.duration("delay-ow:min", 0.5)).contains(Duration.ofNanos(500));
    }

    @Test
    void k03OtherMetricsAreNeitherRateNorTime() {
        assertThat(MetricUnits.bitsPerSecond("delay-rt", 1)).isEmpty();
        assertThat(MetricUnits.duration("tput", 1)).isEmpty();
        assertThat(MetricUnits.bitsPerSecond("routingcost", 1)).isEmpty();
        assertThat(MetricUnits.unit("lossrate")).isEqualTo(MetricUnits.Unit.PERCENT);
        assertThat(MetricUnits.unit("hopcount")).isEqualTo(MetricUnits.Unit.HOPS);
        assertThat(MetricUnits.unit("routingcost")).isEqualTo(MetricUnits.Unit.NONE);
    }

    @Test
    void k03ValuesThatCannotBeAreNotKnown() {
        assertThat(MetricUnits.bitsPerSecond("tput", -1)).isEmpty();
        assertThat(MetricUnits.bitsPerSecond("tput", Double.NaN)).isEmpty();
        assertThat(MetricUnits.duration("delay-rt", 1e300)).isEmpty();
        assertThat(MetricUnits.duration("delay-rt:stdvar", 1)).isEmpty();
    }

    @Test
    void k03NoStatisticMeansTheDefaultOne() {
        assertThat(MetricUnits.metric("delay-rt")).isEqualTo(new Metric("delay-rt", "median"));
        assertThat(MetricUnits.metric("bw-residual")).isEqualTo(new Metric("bw-residual", "cur"));
        assertThat(MetricUnits.sameMetric("delay-rt", "delay-rt:median")).isTrue();
        assertThat(MetricUnits.sameMetric("bw-residual", "bw-residual:max")).isFalse();
        assertThat(MetricUnits.sameMetric("tput:p95", "tput:p95")).isTrue();
    }

    @Test
    void k03AnUnknownStatisticIsAnotherMetric() {
        assertThat(MetricUnits.metric("delay-rt:mode")).isEqualTo(new Metric("delay-rt:mode", ""));
        assertThat(MetricUnits.unit("delay-rt:mode")).isEqualTo(MetricUnits.Unit.NONE);
        assertThat(MetricUnits.duration("delay-rt:mode", 5)).isEmpty();
        assertThat(MetricUnits.sameMetric("delay-rt:mode", "delay-rt")).isFalse();
        assertThat(MetricUnits.unit("delay-rt:p101")).isEqualTo(MetricUnits.Unit.NONE);
    }
}
