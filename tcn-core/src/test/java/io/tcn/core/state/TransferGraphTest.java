// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.WaitingTransfer;
import io.tcn.core.state.TransferGraph.AddResult;
import io.tcn.core.state.TransferGraph.Waiter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jgrapht.graph.DefaultEdge;
import org.junit.jupiter.api.Test;

class TransferGraphTest {
    private static final PipeId PIPE = PipeId.of("p");

    private final TransferGraph graph = new TransferGraph();

    @Test
    void aSuccessorIsReadyWhenTheLastOfItsPredecessorsFinishes() {
        add(3, 1, 2);
        assertThat(finish(1)).isEmpty();
        assertThat(graph.isWaiting(TransferId.of(3))).isTrue();
        assertThat(finish(2)).containsExactly(3L);
        assertThat(graph.isWaiting(TransferId.of(3))).isFalse();
        assertThat(graph.size()).isZero();
    }

    @Test
    void aDiamondRunsFromTopToBottom() {
        // 1 before 2 and 3, both before 4
        add(2, 1);
        add(3, 1);
        add(4, 2, 3);
        assertThat(finish(1)).containsExactly(2L, 3L);
        assertThat(finish(3)).isEmpty();
        assertThat(finish(2)).containsExactly(4L);
        assertThat(finish(4)).isEmpty();
        assertThat(graph.size()).isZero();
    }

    @Test
    void whoeverIsReadyComesWithItsPipeInTheOrderOfNumbers() {
        graph.add(new WaitingTransfer(TransferId.of(9), PipeId.of("q"), Set.of(TransferId.of(1))));
        add(5, 1);
        assertThat(graph.finished(TransferId.of(1)))
                .containsExactly(new Waiter(TransferId.of(5), PIPE), new Waiter(TransferId.of(9), PipeId.of("q")));
    }

    @Test
    void aPlainTransferLeavesNoTrace() {
        assertThat(finish(1)).isEmpty();
        assertThat(fail(2)).isEmpty();
        assertThat(graph.size()).isZero();
    }

    @Test
    void aFailureTakesEverythingWithItThatWaitsForIt() {
        // 1 before 2 before 3 before 4; 1 before 4 too; 5 waits for somebody else
        add(2, 1);
        add(3, 2);
        add(4, 1, 3);
        add(5, 9);
        assertThat(fail(1)).containsExactly(2L, 4L, 3L);
        assertThat(graph.waitingCount()).isEqualTo(1);
        assertThat(finish(9)).containsExactly(5L);
        assertThat(graph.size()).isZero();
    }

    @Test
    void aFailureForgetsTheOtherPredecessorsOfTheLostIfNobodyElseWaitsForThem() {
        add(3, 1, 2);
        add(4, 2);
        assertThat(fail(1)).containsExactly(3L);
        assertThat(graph.roots(List.of(TransferId.of(4)))).containsExactly(TransferId.of(2));
        assertThat(finish(2)).containsExactly(4L);
        assertThat(graph.size()).isZero();
    }

    @Test
    void aWaitingTransferThatIsCancelledLeavesWithItsSuccessors() {
        add(2, 1);
        add(3, 2);
        assertThat(fail(2)).containsExactly(3L);
        assertThat(graph.waitingCount()).isZero();
        assertThat(graph.size()).isZero();
        assertThat(finish(1)).isEmpty();
    }

    @Test
    void aTransferToldTwiceIsKnown() {
        assertThat(add(2, 1)).isEqualTo(AddResult.ADDED);
        assertThat(add(2, 1)).isEqualTo(AddResult.KNOWN);
        assertThat(add(2, 7)).isEqualTo(AddResult.KNOWN);
        assertThat(finish(1)).containsExactly(2L);
        assertThat(graph.size()).isZero();
    }

    @Test
    void aTransferThatWouldWaitForItselfIsRefusedAndNothingChanges() {
        assertThat(add(1, 1)).isEqualTo(AddResult.CYCLE);
        assertThat(graph.size()).isZero();

        add(2, 1);
        add(3, 2);
        assertThat(add(1, 3, 8)).isEqualTo(AddResult.CYCLE);
        assertThat(graph.isWaiting(TransferId.of(1))).isFalse();
        assertThat(graph.size()).isEqualTo(3);
        assertThat(finish(1)).containsExactly(2L);
        assertThat(finish(2)).containsExactly(3L);
        assertThat(graph.size()).isZero();
    }

    @Test
    void aPredecessorMayBeToldAfterItsSuccessor() {
        add(3, 2);
        assertThat(add(2, 1)).isEqualTo(AddResult.ADDED);
        assertThat(finish(1)).containsExactly(2L);
        assertThat(finish(2)).containsExactly(3L);
    }

    @Test
    void theRootsAreThePredecessorsThatDoNotWaitThemselves() {
        add(3, 1, 2);
        add(4, 3, 1);
        assertThat(graph.roots(List.of(TransferId.of(3), TransferId.of(4), TransferId.of(77))))
                .containsExactly(TransferId.of(1), TransferId.of(2));
    }

    @Test
    void aLongChainToldBackwardsOrInAnyOrderIsQuicklyTold() {
        // With a cost in proportion to the square of its length the build would not end.
        int length = 50_000;
        for (int i = 1; i < length; i++) {
            add(i, i + 1);
        }
        assertThat(fail(length)).hasSize(length - 1);

        List<Integer> shuffled = new ArrayList<>();
        for (int i = 1; i < length; i++) {
            shuffled.add(i);
        }
        Collections.shuffle(shuffled, new Random(1));
        shuffled.forEach(i -> assertThat(add(i, i + 1)).isEqualTo(AddResult.ADDED));
        assertThat(add(length, 1)).isEqualTo(AddResult.CYCLE);
        assertThat(fail(length)).hasSize(length - 1);
        assertThat(graph.size()).isZero();
    }

    @Test
    void whatLeavesIsNotSearchedForAmongAllThatWaitForTheSame() {
        int size = 2_000;
        AtomicLong compared = new AtomicLong();
        TransferGraph star = new TransferGraph(() -> new CountingEdge(compared));
        for (int i = 2; i <= 2 * size + 1; i++) {
            star.add(new WaitingTransfer(TransferId.of(i), PIPE, Set.of(TransferId.of(1))));
        }
        // The last first: a search from the beginning would find each at the end.
        for (int i = 2 * size + 1; i > size + 1; i--) {
            star.failed(TransferId.of(i));
        }
        assertThat(star.finished(TransferId.of(1))).hasSize(size);

        // A search would compare 2000 times 3000 edges.
        assertThat(compared.get()).isLessThan(20L * size);
    }

    /// Counts how often it is compared with others.
    private static final class CountingEdge extends DefaultEdge {
        private static final long serialVersionUID = 1L;

        private final AtomicLong compared;

        CountingEdge(AtomicLong compared) {
            this.compared = compared;
        }

        @Override
        public boolean equals(Object other) {
            compared.incrementAndGet();
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /// Against the naive model below: transfers are told, finish and fail in random order; some close cycles.
    @Test
    void doesWhatTheNaiveModelDoes() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            TransferGraph tested = new TransferGraph();
            NaiveGraph naive = new NaiveGraph();
            int size = 2 + random.nextInt(12);
            List<Long> numbers = new ArrayList<>();
            for (long i = 1; i <= size; i++) {
                numbers.add(i);
            }
            Collections.shuffle(numbers, random);
            List<Long> open = new ArrayList<>(numbers);
            while (!open.isEmpty()) {
                if (!numbers.isEmpty() && random.nextInt(3) > 0) {
                    long id = numbers.removeLast();
                    Set<TransferId> after = new TreeSet<>();
                    for (int k = 1 + random.nextInt(3); k > 0; k--) {
                        after.add(TransferId.of(open.get(random.nextInt(open.size()))));
                    }
                    AddResult result = tested.add(new WaitingTransfer(TransferId.of(id), PIPE, after));
                    assertThat(result).as("seed %d", seed).isEqualTo(naive.add(TransferId.of(id), after));
                } else {
                    // Waiting ones cannot finish, but be cancelled.
                    TransferId id = TransferId.of(open.remove(random.nextInt(open.size())));
                    numbers.remove((Object) id.value());
                    if (tested.isWaiting(id) || random.nextInt(4) == 0) {
                        assertThat(ids(tested.failed(id)))
                                .as("seed %d", seed)
                                .containsExactlyInAnyOrderElementsOf(naive.failed(id));
                    } else {
                        assertThat(ids(tested.finished(id)))
                                .as("seed %d", seed)
                                .containsExactlyElementsOf(naive.finished(id));
                    }
                }
                assertThat(tested.waitingCount()).as("seed %d", seed).isEqualTo(naive.waiting.size());
            }
            assertThat(tested.waitingCount()).as("seed %d", seed).isZero();
            assertThat(tested.size()).as("leftovers of seed %d", seed).isZero();
        }
    }

    /// Who waits for whom, in a map, and every question answered by looking at all of it.
    private static final class NaiveGraph {
        private final Map<TransferId, Set<TransferId>> waiting = new TreeMap<>();

        AddResult add(TransferId id, Set<TransferId> after) {
            if (waiting.containsKey(id)) {
                return AddResult.KNOWN;
            }
            Map<TransferId, Set<TransferId>> changed = new HashMap<>(waiting);
            changed.put(id, after);
            if (waitsFor(id, id, changed)) {
                return AddResult.CYCLE;
            }
            waiting.put(id, new TreeSet<>(after));
            return AddResult.ADDED;
        }

        private static boolean waitsFor(TransferId id, TransferId other, Map<TransferId, Set<TransferId>> after) {
            return after.getOrDefault(id, Set.of()).stream()
                    .anyMatch(next -> next.equals(other) || waitsFor(next, other, after));
        }

        List<TransferId> finished(TransferId id) {
            List<TransferId> ready = new ArrayList<>();
            waiting.forEach((waiter, after) -> {
                if (after.remove(id) && after.isEmpty()) {
                    ready.add(waiter);
                }
            });
            ready.forEach(waiting::remove);
            return ready;
        }

        List<TransferId> failed(TransferId id) {
            List<TransferId> lost = waiting.keySet().stream()
                    .filter(waiter -> !waiter.equals(id) && waitsFor(waiter, id, waiting))
                    .toList();
            lost.forEach(waiting::remove);
            waiting.remove(id);
            return lost;
        }
    }

    private AddResult add(long id, long... after) {
        return graph.add(new WaitingTransfer(
                TransferId.of(id),
                PIPE,
                Arrays.stream(after).mapToObj(TransferId::of).collect(Collectors.toSet())));
    }

    private List<Long> finish(long id) {
        return numbers(graph.finished(TransferId.of(id)));
    }

    private List<Long> fail(long id) {
        return numbers(graph.failed(TransferId.of(id)));
    }

    private static List<Long> numbers(List<Waiter> waiters) {
        return waiters.stream().map(waiter -> waiter.transfer().value()).toList();
    }

    private static List<TransferId> ids(List<Waiter> waiters) {
        return waiters.stream().map(Waiter::transfer).toList();
    }
}
