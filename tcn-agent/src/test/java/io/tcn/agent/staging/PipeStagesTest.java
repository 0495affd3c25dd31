// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.AgentClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipeStagesTest {
    private static final long GRAIN = 64 << 10;

    private static PipeStages stages(long room) {
        return new PipeStages(new StagingRoom(2 * room, room), AgentClock.SYSTEM);
    }

    /// What is written comes in TLS records of 16 KiB, of which the last one must not begin before a whole MiB and end
    /// behind it.
    @ParameterizedTest
    @ValueSource(longs = {(64L << 20) + 17, (64L << 20) + 1, (100L << 20) + 4095, 32L << 20, 40_000_003, 5L << 30})
    void partsBeginAtMultiplesOf64KiB(long fileBytes) {
        for (long room : new long[] {64_000_000, 64L << 20, 1_000_000, 7_654_321}) {
            for (int places = 1; places <= 8; places++) {
                PipeStages stages = stages(room).ofFile();
                stages.readAtOnce(places);
                long bytes = stages.partBytes(fileBytes);
                assertThat(bytes % GRAIN)
                        .as("%d places, room %d: %d bytes", places, room, bytes)
                        .isZero();
                assertThat(bytes).isBetween(4 * GRAIN, Math.min(8L << 20, room / 2));
            }
        }
    }

    @Test
    void anEndBeginsThereToo() {
        assertThat(PipeStages.atGrain(0)).isZero();
        assertThat(PipeStages.atGrain(1)).isEqualTo(GRAIN);
        assertThat(PipeStages.atGrain(GRAIN)).isEqualTo(GRAIN);
        assertThat(PipeStages.atGrain((4L << 20) + 999)).isEqualTo((4L << 20) + GRAIN);
    }
}
