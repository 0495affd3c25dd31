// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.HandTurnedLoop;
import org.junit.jupiter.api.Test;

class RepeatedLinesTest {
    private final HandTurnedLoop clock = new HandTurnedLoop();
    private final RepeatedLines lines = new RepeatedLines(clock);

    @Test
    void manyTransfersOfOneDeadStorageMakeOneLineAMinute() {
        assertThat(lines.note("cannot connect to a")).hasValue(0);
        for (int i = 0; i < 39; i++) {
            assertThat(lines.note("cannot connect to a")).isEmpty();
        }
        assertThat(lines.note("cannot connect to b")).hasValue(0);

        clock.pass(RepeatedLines.BETWEEN);
        assertThat(lines.note("cannot connect to a")).hasValue(39);
        assertThat(lines.note("cannot connect to a")).isEmpty();
    }

    @Test
    void itIsBoundedWhateverTheReasonsAre() {
        for (int i = 0; i < 100_000; i++) {
            assertThat(lines.note("reason " + i)).hasValue(0);
        }
        // Forgotten long ago: told again.
        assertThat(lines.note("reason 1")).hasValue(0);
        assertThat(lines.note("reason 99999")).isEmpty();
    }
}
