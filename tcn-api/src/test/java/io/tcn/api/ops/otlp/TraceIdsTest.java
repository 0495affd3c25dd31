// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceIdsTest {
    @Test
    void theTraceOfAJobIsItsIdWithoutDashes() {
        assertThat(TraceIds.ofJob("4BF92F35-77b3-4da6-a3ce-929d0e0e4736")).contains("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(TraceIds.ofJob("00000000-0000-0000-0000-000000000000")).isEmpty();
        assertThat(TraceIds.ofJob("no-job")).isEmpty();
        assertThat(TraceIds.ofJob("")).isEmpty();
    }

    @Test
    void theSpanOfASubmissionFollowsFromItsTrace() {
        String one = TraceIds.submission("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(one).matches("[0-9a-f]{16}").isEqualTo(TraceIds.submission("4bf92f3577b34da6a3ce929d0e0e4736"));
        assertThat(one).isNotEqualTo(TraceIds.submission("4bf92f3577b34da6a3ce929d0e0e4737"));
    }

    @Test
    void onlyTheSubmissionHasThatSpan() {
        TraceIds ids = new TraceIds();
        try (SdkTracerProvider provider =
                SdkTracerProvider.builder().setIdGenerator(ids).build()) {
            Tracer tracer = provider.get("test");
            String trace = "4bf92f3577b34da6a3ce929d0e0e4736";

            SpanContext submission =
                    ids.begin(tracer.spanBuilder("submission"), trace).getSpanContext();
            SpanContext next = tracer.spanBuilder("next").startSpan().getSpanContext();

            assertThat(submission.getTraceId()).isEqualTo(trace);
            assertThat(submission.getSpanId()).isEqualTo(TraceIds.submission(trace));
            assertThat(next.getTraceId()).isNotEqualTo(trace);
            assertThat(next.getSpanId()).isNotEqualTo(TraceIds.submission(trace));
        }
    }

    @Test
    void aShareOfTheTracesIsCollectedAndAlwaysTheSame() {
        Random random = new Random(7);
        int tenth = 0;
        int all = 0;
        for (int i = 0; i < 10_000; i++) {
            String trace = TraceIds.ofJob(new UUID(random.nextLong(), random.nextLong()).toString())
                    .orElseThrow();
            tenth += TraceIds.isSampled(trace, 0.1) ? 1 : 0;
            all += TraceIds.isSampled(trace, 1) ? 1 : 0;
        }
        // 1000 with a standard deviation of 30.
        assertThat(tenth).isBetween(850, 1150);
        assertThat(all).isEqualTo(10_000);
    }

    private static void refused(@Nullable String collector, double share, String interval, String reason) {
        assertThatThrownBy(() -> new OtlpProperties(
                        collector == null ? null : URI.create(collector), share, Duration.parse(interval)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        refused("localhost:4318", 1, "PT60S", "tcn.otlp.collector");
        refused("ftp://host", 1, "PT60S", "tcn.otlp.collector");
        refused("http://host/?key=x", 1, "PT60S", "tcn.otlp.collector");
        refused(null, 0, "PT60S", "tcn.otlp.share");
        refused(null, Double.NaN, "PT60S", "tcn.otlp.share");
        refused(null, 1.5, "PT60S", "tcn.otlp.share");
        refused(null, 1, "PT0.5S", "tcn.otlp.interval");
        assertThat(new OtlpProperties(URI.create("https://host/otlp"), 0.01, Duration.ofSeconds(1)).endpoint("traces"))
                .isEqualTo("https://host/otlp/v1/traces");
    }
}
