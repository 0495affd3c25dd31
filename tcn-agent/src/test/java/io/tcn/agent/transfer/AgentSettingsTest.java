// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentSettingsTest {
    @Test
    void theDefaultsAreKnown() {
        AgentSettings settings = AgentSettings.builder().build();

        assertThat(settings)
                .isEqualTo(new AgentSettings(
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(3),
                        Duration.ofSeconds(4),
                        Duration.ofMinutes(2),
                        Duration.ofMinutes(5),
                        Duration.ofMillis(100),
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        new AgentSettings.Pauses(5, Duration.ofSeconds(10), Duration.ofMinutes(5)),
                        Duration.ofMinutes(10),
                        TpcPolicy.PREFER,
                        8,
                        1,
                        new AgentSettings.Staging(128 << 20, 64 << 20),
                        List.of(),
                        new StorageRules(false, List.of(), false, false, 4),
                        null,
                        BearerTokens.NONE,
                        Leases.ALWAYS,
                        AttemptTraces.NONE));
    }

    @Test
    void aLargeFileHasMoreTime() {
        AgentSettings settings = AgentSettings.builder().build();

        assertThat(settings.attemptTimeout(-1)).isEqualTo(Duration.ofMinutes(10));
        // 600 s + 2 s for each of 1025 begun MiB.
        assertThat(settings.attemptTimeout((1L << 30) + 1)).isEqualTo(Duration.ofSeconds(2650));
        // 300 s + 0.1 s for each of 1024 MiB.
        assertThat(settings.lastWordTimeout(1L << 30)).isEqualTo(Duration.ofMillis(402_400));
    }

    /// Or nobody would end an attempt at a storage that announces what no storage has.
    @Test
    void noSizeMakesALimitOfTimeThatCannotBeReached() {
        AgentSettings settings = AgentSettings.builder().build();
        for (long size : new long[] {1L << 52, 1L << 53, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            assertThat(settings.attemptTimeout(size)).isBetween(Duration.ofDays(365), Duration.ofDays(366));
            assertThat(settings.lastWordTimeout(size).toNanos()).isPositive();
        }
        assertThat(AgentSettings.builder()
                        .attemptTimeout(Duration.ofMinutes(1), Duration.ZERO)
                        .build()
                        .attemptTimeout(Long.MAX_VALUE))
                .isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void allComplaintsComeAtOnce() {
        assertThatThrownBy(() -> AgentSettings.builder()
                        .connectTimeout(Duration.ZERO)
                        .maxTpcStreams(0)
                        .staging(new AgentSettings.Staging(1 << 20, 2 << 20))
                        .tpcCancelGrace(Duration.ofSeconds(-1))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("connectTimeout")
                .hasMessageContaining("maxTpcStreams")
                .hasMessageContaining("staging needs 1048576 bytes or more")
                .hasMessageContaining("tpcCancelGrace");
    }
}
