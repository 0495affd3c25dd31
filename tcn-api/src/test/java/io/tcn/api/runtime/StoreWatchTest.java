// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.Loops;
import io.tcn.api.store.WatchedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A database that does not come back from a request: who waits is told, and at last the process ends.
class StoreWatchTest {
    private final List<String> ended = new ArrayList<>();
    private final Asked store = new Asked();
    private boolean answersOthers = true;
    private final StoreWatch watch = new StoreWatch(
            store, () -> answersOthers, true, Duration.ofMinutes(3), ended::add, new Loops(new SystemTime()));

    private static final class Asked implements WatchedStore {
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

    /// Looks every second from the begin of a try on.
    private void lookFor(Duration atWork) {
        lookFor(watch, atWork);
    }

    private void lookFor(StoreWatch one, Duration atWork) {
        store.atWork = Duration.ZERO;
        one.look();
        for (int second = 1; second <= atWork.toSeconds(); second++) {
            store.atWork = Duration.ofSeconds(second);
            one.look();
        }
    }

    @Test
    void aProcessThatStoodStillDoesNotBlameTheDatabase() {
        answersOthers = false;
        lookFor(Duration.ofSeconds(1));
        store.atWork = Duration.ofMinutes(5);
        watch.look();

        assertThat(ended).isEmpty();
        assertThat(store.told).isZero();
    }

    @Test
    void ordinaryWorkIsLeftAlone() {
        lookFor(Duration.ofSeconds(40));
        lookFor(Duration.ofSeconds(59));

        assertThat(store.told).isZero();
        assertThat(ended).isEmpty();
    }

    @Test
    void whoWaitsIsToldSoonWhenTheDatabaseAnswersNobody() {
        answersOthers = false;
        lookFor(Duration.ofSeconds(9));
        assertThat(store.told).isZero();
        lookFor(Duration.ofSeconds(10));
        assertThat(store.told).isOne();
    }

    @Test
    void whoWaitsIsToldLaterWhenTheDatabaseAnswersOthers() {
        StoreWatch elsewhere = elsewhere(() -> true);
        lookFor(elsewhere, Duration.ofSeconds(60));
        elsewhere.stop();
        assertThat(store.told).isOne();
        assertThat(ended).isEmpty();
    }

    private StoreWatch elsewhere(BooleanSupplier answers) {
        return new StoreWatch(store, answers, false, Duration.ofMinutes(3), ended::add, new Loops(new SystemTime()));
    }

    @Test
    void aDatabaseInTheSameProcessThatGoesRoundForEverAndAnswersOthersDoesNotComeBackEither() {
        lookFor(Duration.ofSeconds(59));
        assertThat(ended).isEmpty();
        lookFor(Duration.ofSeconds(60));
        assertThat(ended).hasSize(1);
    }

    @Test
    void aDatabaseInTheSameProcessThatAnswersNobodyDoesNotComeBack() {
        answersOthers = false;
        lookFor(Duration.ofSeconds(29));
        assertThat(ended).isEmpty();
        lookFor(Duration.ofSeconds(30));
        assertThat(ended).hasSize(1);
    }

    @Test
    void aDatabaseElsewhereThatAnswersNobodyIsWaitedFor() {
        StoreWatch patient = elsewhere(() -> false);
        lookFor(patient, Duration.ofSeconds(100));
        patient.stop();
        assertThat(ended).isEmpty();
        assertThat(store.told).isPositive();
    }

    @Test
    void theProcessEndsWithOneClearLine() {
        StoreWatch patient = elsewhere(() -> true);
        lookFor(patient, Duration.ofMinutes(3));
        patient.stop();

        assertThat(ended).singleElement().asString().contains("180 s", "org.h2.Somewhere.rollback", "disk is full");
        assertThat(Emergency.DATABASE_STUCK.exitCode()).isEqualTo(6);
    }
}
