// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.Leftover;
import io.tcn.api.store.LeftoverStore;
import io.tcn.core.dispatch.CleanUpResult;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.QueuedTransfer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/// The clean-up with storages that are away, slow or refuse, and a list that fails for a while.
class LeftoversTest {
    private static final Duration GIVE_UP = Duration.ofDays(14);

    /// A list in memory.
    private final class FakeList implements LeftoverList {
        private final Map<DestinationKey, LeftoverStore.Due> rows = new LinkedHashMap<>();
        private final List<TransferId> removed = new ArrayList<>();
        private final List<TransferId> givenUp = new ArrayList<>();
        private boolean away;

        private <T> CompletableFuture<T> answer(T value) {
            return away
                    ? CompletableFuture.failedFuture(new DataAccessResourceFailureException("away"))
                    : CompletableFuture.completedFuture(value);
        }

        @Override
        public CompletableFuture<List<LeftoverStore.Due>> due(Instant now, int limit) {
            return answer(rows.values().stream()
                    .filter(due -> due.leftover().nextTry() != null
                            && !due.leftover().nextTry().isAfter(now))
                    .sorted(Comparator.comparing(due -> due.leftover().nextTry()))
                    .limit(limit)
                    .toList());
        }

        @Override
        public CompletableFuture<?> removed(LeftoverStore.Due due) {
            if (!away) {
                rows.remove(due.leftover().key());
                removed.add(due.leftover().transfer());
            }
            return answer(true);
        }

        @Override
        public CompletableFuture<?> again(LeftoverStore.Due due, Instant next) {
            if (!away) {
                Leftover old = due.leftover();
                rows.put(
                        old.key(),
                        new LeftoverStore.Due(
                                new Leftover(
                                        old.key(),
                                        old.transfer(),
                                        old.write(),
                                        old.reason(),
                                        old.tries() + 1,
                                        next,
                                        false),
                                due.transfer()));
            }
            return answer(true);
        }

        @Override
        public CompletableFuture<?> givenUp(LeftoverStore.Due due) {
            rows.remove(due.leftover().key());
            givenUp.add(due.leftover().transfer());
            return answer(true);
        }

        private void add(long id, String url) {
            hand.pass(Duration.ofSeconds(1));
            Transfer transfer = new Transfer(
                    TransferId.of(id),
                    PipeId.of("p"),
                    URI.create("https://from.example.org/" + id),
                    URI.create(url),
                    10,
                    Transfer.DEFAULT_PRIORITY,
                    Set.of(),
                    TransferOptions.DEFAULT);
            EarlierWrite write = new EarlierWrite(hand.now(), hand.now(), 10);
            DestinationKey key = DestinationKey.of(URI.create(url));
            rows.put(
                    key,
                    new LeftoverStore.Due(
                            new Leftover(key, transfer.id(), write, "failed", 0, hand.now(), false),
                            new QueuedTransfer(transfer, 1, 0, write)));
        }
    }

    private final HandTurnedLoop hand = new HandTurnedLoop();
    private final Loops loops = new Loops(hand);
    private final FakeList list = new FakeList();
    private final Map<String, CleanUpResult> hosts = new HashMap<>();
    private final Set<String> silent = new HashSet<>();
    private final List<TransferId> tried = new ArrayList<>();
    private final Map<String, Integer> open = new HashMap<>();
    private final SteadyLoop loop = new SteadyLoop(
            loops.of("leftovers"),
            hand,
            Duration.ofSeconds(1),
            new Leftovers(list, this::remove, hand, loops.of("leftovers"), hand, GIVE_UP));

    private void remove(QueuedTransfer left, Consumer<CleanUpResult> answer) {
        String host = left.transfer().destination().getHost();
        tried.add(left.transfer().id());
        if (silent.contains(host)) {
            open.merge(host, 1, Integer::sum);
        } else {
            answer.accept(hosts.getOrDefault(host, CleanUpResult.CLEAN));
        }
    }

    @Test
    void whatCanBeRemovedIsRemovedOnce() {
        list.add(1, "https://a.example.org/1");
        loop.start();
        hand.pass(Duration.ofMinutes(5));
        assertThat(list.removed).containsExactly(TransferId.of(1));
        assertThat(tried).hasSize(1);
    }

    @Test
    void aStorageThatIsAwayIsTriedWithPausesAndCleanedWhenItIsBack() {
        hosts.put("a.example.org", CleanUpResult.STILL_THERE);
        list.add(1, "https://a.example.org/1");
        loop.start();
        hand.pass(Duration.ofHours(12));
        // 30 s, 1, 2, 4, 8, 16, 32 min, then an hour each: about 18
        assertThat(tried).hasSizeBetween(15, 20);

        hosts.put("a.example.org", CleanUpResult.CLEAN);
        hand.pass(Duration.ofHours(2));
        assertThat(list.removed).containsExactly(TransferId.of(1));
    }

    @Test
    void thousandsAtADeadStorageHoldUpNoOther() {
        silent.add("dead.example.org");
        hosts.put("refusing.example.org", CleanUpResult.STILL_THERE);
        for (int i = 1; i <= 2000; i++) {
            list.add(i, "https://dead.example.org/" + i);
            list.add(10_000 + i, "https://refusing.example.org/" + i);
        }
        list.add(99_999, "https://well.example.org/x");
        loop.start();
        hand.pass(Duration.ofMinutes(1));
        assertThat(list.removed).containsExactly(TransferId.of(99_999));
        assertThat(open.get("dead.example.org")).isEqualTo(4);
        assertThat(tried.stream().filter(id -> id.value() >= 10_000 && id.value() < 20_000))
                .as("one storage is asked for one file at a time while it refuses")
                .hasSizeLessThan(10);
    }

    @Test
    void whatIsStillThereAfterTwoWeeksIsGivenUp() {
        hosts.put("a.example.org", CleanUpResult.STILL_THERE);
        list.add(1, "https://a.example.org/1");
        loop.start();
        hand.pass(GIVE_UP.minusHours(1));
        assertThat(list.givenUp).isEmpty();
        hand.pass(Duration.ofHours(3));
        assertThat(list.givenUp).containsExactly(TransferId.of(1));
        int tries = tried.size();
        hand.pass(Duration.ofDays(1));
        assertThat(tried).hasSize(tries);
    }

    @Test
    void whereAnotherTransferIsAtWorkNothingIsCountedAndItIsLookedAtLater() {
        hosts.put("a.example.org", CleanUpResult.OWNED_BY_ANOTHER);
        list.add(1, "https://a.example.org/1");
        loop.start();
        hand.pass(Duration.ofMinutes(10));
        assertThat(tried).hasSizeBetween(8, 11);
        assertThat(list.rows.values())
                .singleElement()
                .satisfies(due -> assertThat(due.leftover().tries()).isZero());

        hosts.put("a.example.org", CleanUpResult.CLEAN);
        hand.pass(Duration.ofMinutes(2));
        assertThat(list.removed).hasSize(1);
    }

    /// While no agent reached a storage, or the server was about to stop, that counted against the storage: an hour's
    /// pause for all that others had left there, and what was two weeks old was given up untried.
    @Test
    void whatNobodyCouldTryIsTriedAsSoonAsSomebodyCan() {
        hosts.put("a.example.org", CleanUpResult.NOT_TRIED);
        list.add(1, "https://a.example.org/1");
        loop.start();
        hand.pass(GIVE_UP.plusDays(1));
        assertThat(list.givenUp).isEmpty();

        hosts.put("a.example.org", CleanUpResult.CLEAN);
        hand.pass(Duration.ofMinutes(2));
        assertThat(list.removed).containsExactly(TransferId.of(1));
    }

    @Test
    void aListThatFailsForAWhileLosesNothing() {
        list.add(1, "https://a.example.org/1");
        list.away = true;
        loop.start();
        hand.pass(Duration.ofMinutes(5));
        assertThat(loops.troubles()).isNotEmpty();
        assertThat(list.removed).isEmpty();

        list.away = false;
        hand.pass(Duration.ofMinutes(1));
        assertThat(list.removed).containsExactly(TransferId.of(1));
        assertThat(loops.troubles()).isEmpty();
    }
}
