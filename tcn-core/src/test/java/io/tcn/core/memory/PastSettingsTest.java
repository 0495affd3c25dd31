// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.port.PastSetting;
import io.tcn.core.port.SettingHistory;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PastSettingsTest {
    private static final Instant START = Instant.parse("2026-11-01T12:00:00Z");

    private static PipeKey key(String from, String to, String user) {
        return new PipeKey(Endpoint.parse("https://" + from), Endpoint.parse("https://" + to), UserId.of(user));
    }

    private static PastSetting setting(PipeKey key, int minute, int connections, double fileBytes, double gbps) {
        return new PastSetting(key, START.plusSeconds(60L * minute), connections, 1e9, 600, 100, fileBytes, gbps * 1e9);
    }

    private static SettingHistory.Wanted wanted(PipeKey key, double fileBytes, double gbps, int minute) {
        Pipe pipe = new Pipe(PipeId.of("p"), key.source(), key.destination(), key.user(), new PipeLimits(1, 10));
        return new SettingHistory.Wanted(pipe, fileBytes, gbps * 1e9, START.plusSeconds(60L * minute));
    }

    private static List<Integer> connections(List<PastSetting> settings) {
        return settings.stream().map(PastSetting::connections).toList();
    }

    @Test
    void theOldestGoWhenTheRecordIsFull() {
        PastSettings record = new PastSettings(3);
        PipeKey one = key("a", "b", "cms");
        PipeKey other = key("c", "d", "cms");
        for (int k = 1; k <= 5; k++) {
            record.add(setting(k % 2 == 0 ? one : other, k, k, 1e9, 10));
        }
        assertThat(record.size()).isEqualTo(3);
        assertThat(connections(record.like(wanted(one, 1e9, 10, 9)))).containsExactly(4);
        assertThat(connections(record.like(wanted(other, 1e9, 10, 9)))).containsExactly(5, 3);
        assertThatThrownBy(() -> new PastSettings(0)).hasMessageContaining("given was 0");
    }

    @Test
    void anAnswerIsBoundedAndHasTheNewestFirst() {
        PastSettings record = new PastSettings(10_000);
        PipeKey key = key("a", "b", "cms");
        for (int k = 1; k <= 2 * SettingHistory.MOST; k++) {
            record.add(setting(key, k, k, 1e9, 10));
        }
        List<PastSetting> found = record.like(wanted(key, 0, 0, 100_000));
        assertThat(found).hasSize(SettingHistory.MOST);
        assertThat(found.getFirst().connections()).isEqualTo(2 * SettingHistory.MOST);
    }

    /// Those of another user between the same endpoints are as good; others only where nothing is nearer, and their
    /// bandwidth and files are known and about the same.
    @Test
    void theSameEndpointsGoBeforeWhatIsAlike() {
        PastSettings record = new PastSettings(100);
        record.add(setting(key("a", "b", "atlas"), 1, 1, 1e9, 10));
        record.add(setting(key("c", "d", "cms"), 2, 2, 2e9, 15));
        record.add(setting(key("c", "d", "cms"), 3, 3, 2e9, 100));
        record.add(setting(key("c", "d", "cms"), 4, 4, 1e6, 10));
        record.add(setting(key("c", "d", "cms"), 5, 5, 0, 0));
        assertThat(connections(record.like(wanted(key("a", "b", "cms"), 1e9, 10, 9))))
                .containsExactly(1);
        assertThat(connections(record.like(wanted(key("x", "y", "cms"), 1e9, 10, 9))))
                .containsExactly(2, 1);
        assertThat(record.like(wanted(key("x", "y", "cms"), 0, 10, 9))).isEmpty();
        assertThat(record.like(wanted(key("x", "y", "cms"), 1e9, 0, 9))).isEmpty();
    }

    @Test
    void whatAClockThatWasSetBackLeavesInTheFutureIsNotUsed() {
        PastSettings record = new PastSettings(100);
        record.add(setting(key("a", "b", "cms"), 5, 5, 1e9, 10));
        assertThat(record.like(wanted(key("a", "b", "cms"), 1e9, 10, 4))).isEmpty();
        assertThat(record.like(wanted(key("a", "b", "cms"), 1e9, 10, 5))).hasSize(1);
    }

    @Test
    void aSettingHasConnectionsThatMovedSomething() {
        PipeKey key = key("a", "b", "cms");
        assertThatThrownBy(() -> new PastSetting(key, START, 0, 1e9, 10, 0, 0, 0))
                .hasMessageContaining("https://a");
        assertThatThrownBy(() -> new PastSetting(key, START, 1, Double.NaN, 10, 0, 0, 0))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> new PastSetting(key, START, 1, 1e9, 10, -1, 0, 0))
                .hasMessageContaining("0 or more");
    }
}
