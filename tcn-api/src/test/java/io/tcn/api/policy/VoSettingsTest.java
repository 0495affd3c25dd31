// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Transfer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VoSettingsTest {
    private static final long MIB = 1 << 20;

    // 10 MiB at 3 s each are 30 s; a begun second counts.
    @ParameterizedTest(name = "global_timeout {0}, sec_per_mb {1}, {2} KiB: {3} s")
    @CsvSource({
        ", , 10240, ",
        "100, , 10240, 100",
        ", 3, 10240, 630",
        "100, 3, 10240, 130",
        "100, 3, 1, 101",
        "100, 3, 0, 100",
        "0, 3, 10240, 630",
        "100, 0, 10240, 100",
        "100, 3, -1, 100",
        ", 3, -1, "
    })
    void theTimeOfAnAttemptGrowsWithAKnownSize(
            @Nullable Integer global, @Nullable Integer perMb, long kib, @Nullable Long seconds) {
        long size = kib < 0 ? Transfer.UNKNOWN_SIZE : kib * MIB / 1024;
        assertThat(new VoSettings(0, null, global, perMb, false, false).timeout(size))
                .isEqualTo(seconds == null ? null : Duration.ofSeconds(seconds));
    }

    @Test
    void noSizeIsTooLarge() {
        // A hundred years of 365 days: every moment stays within what databases know.
        assertThat(new VoSettings(0, null, null, Integer.MAX_VALUE, false, false).timeout(Long.MAX_VALUE))
                .isEqualTo(Duration.ofDays(36_500));
    }
}
