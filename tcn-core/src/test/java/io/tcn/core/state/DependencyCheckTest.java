// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.state.DependencyCheck.Result;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DependencyCheckTest {
    private static final Set<String> STORED = Set.of("old");

    private final Map<String, Set<String>> batch = new LinkedHashMap<>();

    @Test
    void anEmptyBatchIsSound() {
        assertThat(check()).isEqualTo(new Result.Sound<String>());
    }

    @Test
    void aDiamondIsSound() {
        // a before b and c, both before d
        transfer("a");
        transfer("b", "a");
        transfer("c", "a");
        transfer("d", "b", "c");
        assertThat(check()).isEqualTo(new Result.Sound<String>());
    }

    @Test
    void aChainIsSoundInWhateverOrderItIsGiven() {
        transfer("c", "b");
        transfer("b", "a");
        transfer("a");
        assertThat(check()).isEqualTo(new Result.Sound<String>());
    }

    @Test
    void aPredecessorThatIsStoredAlreadyIsNoFault() {
        transfer("a", "old");
        assertThat(check()).isEqualTo(new Result.Sound<String>());
    }

    @Test
    void aPredecessorThatNobodyKnowsIsNamed() {
        transfer("a", "old");
        transfer("b", "ghost");
        assertThat(check()).isEqualTo(new Result.UnknownPredecessor<>("b", "ghost"));
    }

    @Test
    void aTransferThatWaitsForItselfIsNamed() {
        transfer("a");
        transfer("b", "b");
        assertThat(check()).isEqualTo(new Result.SelfPredecessor<>("b"));
    }

    @Test
    void twoThatWaitForEachOtherAreACycle() {
        transfer("a", "b");
        transfer("b", "a");
        assertThat(check()).isEqualTo(new Result.Cycle<>(List.of("a", "b")));
    }

    @Test
    void theCycleIsPrintedSoThatEachWaitsForTheNextAndTheLastForTheFirst() {
        // d waits for the cycle but is not part of it; neither is what the cycle waits for
        transfer("d", "c");
        transfer("root");
        transfer("a", "b", "root");
        transfer("b", "c");
        transfer("c", "a");
        assertThat(check()).isEqualTo(new Result.Cycle<>(List.of("c", "a", "b")));
    }

    @Test
    void aChainOf100000GivenBackwardsIsCheckedInTimeProportionalToIt() {
        // With a cost in proportion to the square of its length the build would not end.
        for (int i = 0; i < 100_000; i++) {
            transfer("t" + i, "t" + (i + 1));
        }
        transfer("t100000");
        assertThat(check()).isEqualTo(new Result.Sound<String>());
    }

    /// Against a search that follows every way: it finds a cycle exactly where there is one, and the cycle is one.
    @Test
    void findsACycleExactlyWhereThereIsOne() {
        int cycles = 0;
        for (long seed = 1; seed <= 500; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            int size = 2 + random.nextInt(10);
            batch.clear();
            for (int i = 0; i < size; i++) {
                Set<String> after = new TreeSet<>();
                for (int k = random.nextInt(3); k > 0; k--) {
                    int other = random.nextInt(size);
                    if (other != i) {
                        after.add("t" + other);
                    }
                }
                batch.put("t" + i, after);
            }
            boolean cyclic = batch.keySet().stream().anyMatch(this::waitsForItself);
            Result<String> result = check();
            if (cyclic) {
                cycles++;
                assertThat(result).as("seed %d", seed).isInstanceOfSatisfying(Result.Cycle.class, cycle -> {
                    List<String> path = new ArrayList<>();
                    ((Result.Cycle<?>) cycle).path().forEach(name -> path.add((String) name));
                    for (int i = 0; i < path.size(); i++) {
                        assertThat(batch.get(path.get(i))).contains(path.get((i + 1) % path.size()));
                    }
                    assertThat(path).doesNotHaveDuplicates();
                });
            } else {
                assertThat(result).as("seed %d", seed).isEqualTo(new Result.Sound<String>());
            }
        }
        assertThat(cycles).isBetween(50, 450);
    }

    private boolean waitsForItself(String transfer) {
        Set<String> seen = new HashSet<>();
        List<String> todo = new ArrayList<>(batch.getOrDefault(transfer, Set.of()));
        while (!todo.isEmpty()) {
            String next = todo.removeLast();
            if (next.equals(transfer)) {
                return true;
            }
            if (seen.add(next)) {
                todo.addAll(batch.getOrDefault(next, Set.of()));
            }
        }
        return false;
    }

    private void transfer(String name, String... after) {
        batch.put(name, new TreeSet<>(Set.of(after)));
    }

    private Result<String> check() {
        return DependencyCheck.check(batch, STORED::contains);
    }
}
