// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static Entry row(Instant at, Duration length, double n, double throughputBps) {
        return new Entry(
                HistorySeries.TOTAL,
                new HistoryRow(at, length, n, n, throughputBps, n, n, 1, 2, 0.5, null, "IDLE", "words at " + at));
    }

    /// 10 s with n 2 and 30 s with n 6: (20 + 180) / 40 = 5.
    @Test
    void meansAreWeightedByTimeAndCountsAreSummed() {
        Slots slots = new Slots();
        slots.add(List.of(row(NOON.plusSeconds(10), Duration.ofSeconds(10), 2, 1e9)));
        slots.add(List.of(row(NOON.plusSeconds(40), Duration.ofSeconds(30), 6, 2e9)));
        HistoryRow together = slots.rows().getFirst().row();
        assertThat(together.at()).isEqualTo(NOON.plusSeconds(40));
        assertThat(together.length()).isEqualTo(Duration.ofSeconds(40));
        assertThat(together.connections()).isEqualTo(5);
        assertThat(together.throughputBps()).isEqualTo(1.75e9);
        assertThat(together.finished()).isEqualTo(2);
        assertThat(together.failed()).isEqualTo(4);
        assertThat(together.price()).isEqualTo(0.5);
        assertThat(together.words()).isEqualTo("words at 2026-03-01T12:00:40Z");
    }

    @Test
    void aSlotEndsWithEachTenthMinute() {
        Slots slots = new Slots();
        assertThat(slots.isOver(NOON)).isFalse();
        slots.add(List.of(row(NOON.plusSeconds(10), Duration.ofSeconds(10), 1, 0)));
        assertThat(slots.isOver(NOON.plusSeconds(600))).isFalse();
        assertThat(slots.isOver(NOON.plusMillis(600_001))).isTrue();
        slots.clear();
        assertThat(slots.rows()).isEmpty();
        assertThat(slots.isOver(NOON.plusSeconds(5000))).isFalse();
        slots.add(List.of(row(NOON.plusSeconds(600), Duration.ofSeconds(10), 1, 0)));
        assertThat(slots.isOver(NOON.plusMillis(600_001))).isTrue();
    }

    @Test
    void aClockThatWasSetBackEndsTheSlot() {
        Slots slots = new Slots();
        slots.add(List.of(row(NOON.plusSeconds(10), Duration.ofSeconds(10), 1, 0)));
        assertThat(slots.isOver(NOON.minusSeconds(3600))).isTrue();
    }
}
