// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.core.model.TransferId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/// Aftercare with a store that fails for a while.
class EndedWorkTest {
    private final HandTurnedLoop hand = new HandTurnedLoop();
    private final Loops loops = new Loops(hand);
    private final EndedTransfers ended = new EndedTransfers();
    private final List<TransferId> done = new ArrayList<>();
    private final Set<TransferId> poisoned = new HashSet<>();
    private int wholes;
    private boolean away;
    private boolean throwsAtOnce;
    private final SteadyLoop loop = new SteadyLoop(
            loops.of("aftercare"), hand, Duration.ofMillis(500), new EndedWork(ended, EndedWorkTest.this::lookAfter));

    private CompletableFuture<?> lookAfter(@Nullable List<TransferId> transfers) {
        if (throwsAtOnce) {
            throw new IllegalStateException("for a test");
        }
        if (away || (transfers != null && transfers.stream().anyMatch(poisoned::contains))) {
            return CompletableFuture.failedFuture(new DataAccessResourceFailureException("away"));
        }
        if (transfers == null) {
            wholes++;
        } else {
            done.addAll(transfers);
        }
        return CompletableFuture.completedFuture(null);
    }

    private static List<TransferId> ids(long... values) {
        List<TransferId> ids = new ArrayList<>();
        for (long value : values) {
            ids.add(new TransferId(value));
        }
        return ids;
    }

    @Test
    void whatTheLastServerLeftIsLookedAfterOnce() {
        loop.start();
        hand.pass(Duration.ofMinutes(1));
        assertThat(wholes).isEqualTo(1);
    }

    @Test
    void nothingIsLostWhileTheDatabaseIsAway() {
        away = true;
        loop.start();
        ended.add(ids(1, 2));
        hand.pass(Duration.ofMinutes(1));
        ended.add(ids(3));
        hand.pass(Duration.ofMinutes(1));
        assertThat(done).isEmpty();
        assertThat(loops.troubles()).hasSize(1);

        away = false;
        hand.pass(Duration.ofMinutes(1));
        assertThat(done).containsExactlyInAnyOrderElementsOf(ids(1, 2, 3));
        assertThat(wholes).isEqualTo(1);
        assertThat(loops.troubles()).isEmpty();
    }

    @Test
    void whatCannotEvenBeAskedIsGivenBack() {
        throwsAtOnce = true;
        loop.start();
        ended.add(ids(7));
        hand.pass(Duration.ofMinutes(1));

        throwsAtOnce = false;
        hand.pass(Duration.ofMinutes(1));
        assertThat(done).containsExactlyElementsOf(ids(7));
    }

    @Test
    void oneThatAlwaysFailsHoldsUpNoOther() {
        loop.start();
        poisoned.addAll(ids(2));
        ended.add(ids(1, 2, 3, 4));
        hand.pass(Duration.ofMinutes(2));
        assertThat(done).containsExactlyInAnyOrderElementsOf(ids(1, 3, 4));

        poisoned.clear();
        hand.pass(Duration.ofMinutes(1));
        assertThat(done).containsExactlyInAnyOrderElementsOf(ids(1, 2, 3, 4));
    }
}
