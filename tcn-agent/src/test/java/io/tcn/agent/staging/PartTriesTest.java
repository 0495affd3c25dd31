// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PartTriesTest {
    private final PartTries tries = new PartTries();

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    @Test
    void pausesGrowUntilThereAreNoMoreTries() {
        assertThat(tries.next(0)).contains(millis(250));
        assertThat(tries.next(0)).contains(millis(500));
        assertThat(tries.next(0)).contains(millis(1000));
        assertThat(tries.next(0)).contains(millis(2000));
        assertThat(tries.next(0)).isEmpty();
    }

    @Test
    void bytesThatCameBeginThemAnew() {
        assertThat(tries.next(0)).contains(millis(250));
        assertThat(tries.next(0)).contains(millis(500));
        assertThat(tries.next(1)).contains(millis(250));
        assertThat(tries.next(1)).contains(millis(500));
    }
}
