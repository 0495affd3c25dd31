// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeardMarkTest {
    private final List<Instant> noted = new ArrayList<>();
    private boolean isAway;
    private final HeardMark mark = new HeardMark(null, moment -> {
        if (isAway) {
            throw new IllegalStateException("the database is away");
        }
        noted.add(moment);
    });

    private static Instant seconds(long seconds) {
        return Beats.NOW.plusSeconds(seconds);
    }

    @Test
    void whatIsNotedLiesAMinuteBehindWhatWasReadAndIsNotedOnce() {
        mark.note();
        assertThat(noted).isEmpty();
        mark.readUntil(seconds(100));
        mark.note();
        mark.note();
        mark.readUntil(seconds(105));
        mark.note();
        assertThat(noted).containsExactly(seconds(40), seconds(45));
    }

    @Test
    void aStoreThatIsAwayIsAskedAgain() {
        isAway = true;
        mark.readUntil(seconds(100));
        assertThatThrownBy(mark::note).hasMessage("the database is away");
        isAway = false;
        mark.note();
        assertThat(noted).containsExactly(seconds(40));
    }
}
