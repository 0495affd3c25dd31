// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.PipeTuning;
import io.tcn.core.optimizer.ConnectionLimit;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadCapsTest {
    private static PipeTuning tuning(int connections, int readThreads) {
        return new PipeTuning(connections, PipeTuning.UNLIMITED_STREAMS, 1, readThreads, connections, 2);
    }

    private static List<Integer> readThreads(int most, PipeTuning... tunings) {
        int[] all = new int[tunings.length];
        Arrays.setAll(all, i -> i);
        ReadCaps.apply(tunings, List.of(new ConnectionLimit("outbound of https://a", most, all)));
        return Arrays.stream(tunings).map(PipeTuning::readThreads).toList();
    }

    @Test
    void withinTheLimitNothingChanges() {
        assertThat(readThreads(20, tuning(2, 12), tuning(8, 4))).containsExactly(12, 4);
    }

    @Test
    void aboveItAllGiveWayInProportion() {
        // 12 and 8 are wanted, 10 are there.
        assertThat(readThreads(10, tuning(2, 12), tuning(2, 8))).containsExactly(6, 4);
        // What storages copy among themselves counts with its n: 10 of 20.
        assertThat(readThreads(10, tuning(2, 10), PipeTuning.of(10))).containsExactly(5, 0);
    }

    @Test
    void oneIsLeft() {
        assertThat(readThreads(1, tuning(1, 30), tuning(1, 1))).containsExactly(1, 1);
    }

    @Test
    void pipesThatTheLimitIsNotAboutKeepTheirs() {
        PipeTuning[] tunings = {tuning(1, 30), tuning(1, 30)};
        ReadCaps.apply(tunings, List.of(new ConnectionLimit("inbound of https://b", 3, new int[] {1})));
        assertThat(tunings[0].readThreads()).isEqualTo(30);
        assertThat(tunings[1].readThreads()).isEqualTo(3);
    }
}
