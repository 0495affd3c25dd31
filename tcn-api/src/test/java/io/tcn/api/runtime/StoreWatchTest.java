// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.Loops;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A database that does not come back from a request: who waits is told, and at last the process ends.
class StoreWatchTest {
    private final List<String> ended = new ArrayList<>();
    private final Asked store = new Asked();
    private boolean answersOthers = true;
    private final StoreWatch watch =
            new StoreWatch(store, () -> answersOthers, Duration.ofMinutes(3), ended::add, new Loops(new SystemTime()));

    private static final class Asked implements StoreWatch.Watched {
        private Duration atWork = Duration.ZERO;
        private int told;

        @Override
        public Duration atWork() {
            return atWork;
        }

        @Override
        public String place() {
            return "org.h2.Somewhere.rollback";
        }

        @Override
        public void hangs() {
            told++;
        }
    }

    @AfterEach
    void stop() {
        watch.stop();
    }

    private void lookAfter(Duration atWork) {
        store.atWork = atWork;
        watch.look();
    }

    @Test
    void ordinaryWorkIsLeftAlone() {
        lookAfter(Duration.ZERO);
        lookAfter(Duration.ofSeconds(59));

        assertThat(store.told).isZero();
        assertThat(ended).isEmpty();
    }

    @Test
    void whoWaitsIsToldSoonWhenTheDatabaseAnswersNobody() {
        answersOthers = false;
        lookAfter(Duration.ofSeconds(9));
        assertThat(store.told).isZero();
        lookAfter(Duration.ofSeconds(10));
        assertThat(store.told).isOne();
    }

    @Test
    void whoWaitsIsToldLaterWhenTheDatabaseAnswersOthers() {
        lookAfter(Duration.ofSeconds(60));
        assertThat(store.told).isOne();
        assertThat(ended).isEmpty();
    }

    @Test
    void theProcessEndsWithOneClearLine() {
        lookAfter(Duration.ofSeconds(180));

        assertThat(ended).singleElement().asString().contains("180 s", "org.h2.Somewhere.rollback", "disk is full");
        assertThat(Emergency.DATABASE_STUCK.exitCode()).isEqualTo(6);
    }
}
