// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tcn.api.intake.LimitProperties;
import io.tcn.api.intake.Refused;
import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.core.model.UserId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueRoomTest {
    private static final UserId CMS = UserId.of("cms");
    private static final UserId ATLAS = UserId.of("atlas");

    private final HandTurnedLoop time = new HandTurnedLoop();
    private final Map<UserId, Long> open = new HashMap<>();
    private int counted;

    private QueueRoom room(long ofAll, long ofUser) {
        return new QueueRoom(
                new LimitProperties(ofAll, ofUser, 0, 0),
                () -> {
                    counted++;
                    return open;
                },
                time);
    }

    private static void refused(QueueRoom room, UserId user, int transfers, int status) {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> room.take(user, transfers))
                .satisfies(refused -> {
                    assertThat(refused.getStatusCode().value()).isEqualTo(status);
                    assertThat(refused.getHeaders().getFirst("Retry-After")).isEqualTo(status == 429 ? "60" : null);
                });
    }

    @Test
    void aUserHasNoMoreThanHisOwnAndAllTogetherNoMoreThanAll() {
        open.put(CMS, 90L);
        QueueRoom room = room(150, 100);

        room.take(CMS, 10).close();
        refused(room, CMS, 1, 429);
        room.take(ATLAS, 50).close();
        refused(room, ATLAS, 1, 429);
        refused(room, UserId.of("new"), 1, 429);
        refused(room, CMS, 101, 413);
    }

    @Test
    void whatIsUnderWayCountsHoweverLongItTakes() {
        QueueRoom room = room(0, 100);
        QueueRoom.Taken slow = room.take(CMS, 60);
        room.take(CMS, 20).close();
        time.pass(Duration.ofMinutes(1));
        refused(room, CMS, 50, 429);
        room.take(CMS, 40).close();

        slow.close();
        time.pass(Duration.ofSeconds(1));
        room.take(CMS, 100).close();
    }

    @Test
    void whatWasTakenCountsUntilItIsCountedAndWhatIsOverNoMore() {
        QueueRoom room = room(0, 100);
        room.take(CMS, 100).close();
        time.pass(Duration.ofMillis(999));
        refused(room, CMS, 1, 429);
        assertThat(counted).isEqualTo(1);

        open.put(CMS, 40L);
        time.pass(Duration.ofMillis(1));
        room.take(CMS, 60).close();
        refused(room, CMS, 1, 429);
    }

    @Test
    void withoutLimitsNothingIsCounted() {
        QueueRoom room = room(0, 0);
        room.take(CMS, Integer.MAX_VALUE).close();
        assertThat(counted).isZero();
    }
}
