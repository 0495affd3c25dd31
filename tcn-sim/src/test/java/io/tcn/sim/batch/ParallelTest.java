// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParallelTest {
    @Test
    void resultsStandInTheOrderOfTheTasksThoughTheFirstEndsLast() throws Exception {
        CountDownLatch secondIsDone = new CountDownLatch(1);
        List<Callable<String>> tasks = List.of(
                () -> {
                    secondIsDone.await();
                    return "first";
                },
                () -> {
                    secondIsDone.countDown();
                    return "second";
                });
        List<Integer> finished = new ArrayList<>();
        assertThat(Parallel.run(tasks, 2, finished::add)).containsExactly("first", "second");
        assertThat(finished).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void aFailureEndsAllAndIsTold() {
        List<Callable<Integer>> tasks = new ArrayList<>();
        tasks.add(() -> {
            throw new IllegalArgumentException("broken");
        });
        IntStream.range(0, 100).forEach(i -> tasks.add(() -> i));
        assertThatThrownBy(() -> Parallel.run(tasks, 2, done -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("broken");
    }

    @Test
    void noTasksGiveNoResults() throws Exception {
        assertThat(Parallel.run(List.<Callable<Integer>>of(), 4, done -> {})).isEmpty();
        assertThatThrownBy(() -> Parallel.run(List.<Callable<Integer>>of(), 0, done -> {}))
                .hasMessageContaining("at least 1 thread");
    }
}
