// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.state.PipeActivity;
import io.tcn.core.utility.Utilities;
import io.tcn.core.utility.Utility;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("5.5 Which of several sources is used")
class SourceChoiceTest {
    private static final Utility SUM = Utilities.byName("sum");
    private static final Utility PROPORTIONAL = Utilities.byName("proportional");
    private static final long GIB = 1L << 30;

    /// A pipe with so many waiting and running transfers, and so many that finished, moved bytes in seconds, failed.
    private static SourceCandidate pipe(
            int queued, int active, long finished, long bytes, double seconds, long failed, double throughputBps) {
        return new SourceCandidate(
                PipeActivity.at(0)
                        .activeTransfers(active)
                        .activeConnections(active)
                        .queuedTransfers(queued)
                        .finishedTransfers(finished)
                        .finishedBytes(bytes)
                        .finishedSeconds(seconds)
                        .failedAttempts(failed)
                        .build(),
                throughputBps,
                2,
                1);
    }

    private static SourceCandidate unknown() {
        return pipe(0, 0, 0, 0, 0, 0, 0);
    }

    private static int choose(SourceStrategy strategy, SourceCandidate... candidates) {
        return SourceChoice.choose(strategy, List.of(candidates), GIB, SUM);
    }

    @ParameterizedTest(name = "5.5 {0}: of equal sources the first", quoteTextArguments = false)
    @EnumSource
    void ties(SourceStrategy strategy) {
        SourceCandidate same = pipe(1, 1, 10, 10 * GIB, 100, 1, 1e9);
        assertThat(choose(strategy, same, same, same)).isZero();
        assertThat(choose(strategy, unknown(), unknown())).isZero();
        assertThat(choose(strategy, same)).isZero();
    }

    // Columns: waiting, running, finished, bytes, seconds, failed, throughput. Each strategy looks at its own.
    @ParameterizedTest(name = "5.5 {0} takes the second of {1} and {2}", quoteTextArguments = false)
    @CsvSource({
        // 5 wait, 2 wait.
        "QUEUE, 5 0 1 1000 10 0 0, 2 0 1 1000 10 9 0",
        // (1 + 1)/(1 + 3 + 1) = 0.4, (1 + 1)/(1 + 1) = 1.
        "SUCCESS, 0 0 1 1000 10 3 0, 9 0 1 1000 10 0 0",
        // 1e9 bit/s, 2e9 bit/s in the last interval.
        "THROUGHPUT, 0 0 1 1000 10 0 1e9, 9 0 1 1000 10 9 2e9",
        // Nothing in the last interval: 2 connections of 800 and of 1600 bit/s.
        "THROUGHPUT, 0 0 1 1000 10 0 0, 9 0 1 2000 10 9 0",
        // 800 bit/s, 1600 bit/s per file.
        "FILE_THROUGHPUT, 0 0 1 1000 10 0 9e9, 9 0 1 2000 10 9 0",
        // 3 of 1000 bytes, 1 of 2000 bytes.
        "PENDING_DATA, 3 0 1 1000 10 0 0, 1 0 1 2000 10 0 0",
        // 4 running count half: 2 of 1000 bytes, 1 of 1000 bytes.
        "PENDING_DATA, 0 4 1 1000 10 0 0, 1 0 1 1000 10 0 0",
        // 8000 bit at 1000 bit/s are 8 s, 16000 bit at 4000 bit/s 4 s.
        "WAITING_TIME, 1 0 1 1000 10 0 1000, 2 0 1 1000 10 0 4000",
        // 8 s with a success of 2/5 are 20 s, 16 s with one of 1 are 16 s.
        "WAITING_TIME_WITH_ERROR, 1 0 1 1000 10 3 1000, 2 0 1 1000 10 0 1000",
        // 10 s per file, 5 s per file.
        "DURATION, 0 0 1 1000 10 0 0, 9 0 2 1000 10 0 0"
    })
    void strategies(SourceStrategy strategy, String first, String second) {
        assertThat(choose(strategy, pipe(first), pipe(second))).isEqualTo(1);
        assertThat(choose(strategy, pipe(second), pipe(first))).isZero();
    }

    private static SourceCandidate pipe(String numbers) {
        double[] n = Arrays.stream(numbers.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
        return pipe((int) n[0], (int) n[1], (long) n[2], (long) n[3], n[4], (long) n[5], n[6]);
    }

    @Test
    @DisplayName("5.5 orderly: the first as listed, whatever is known")
    void orderly() {
        assertThat(choose(SourceStrategy.ORDERLY, pipe("99 9 1 1 1 99 1"), pipe("0 0 9 9000 1 0 9e9")))
                .isZero();
    }

    @Test
    @DisplayName("5.5 auto with the sum: where the file arrives first")
    void sumPrefersTheFastest() {
        SourceCandidate slow = pipe(0, 0, 10, 10 * GIB, 100, 0, 1e8);
        SourceCandidate fast = pipe(0, 0, 10, 10 * GIB, 100, 0, 1e9);
        assertThat(choose(SourceStrategy.AUTO, slow, fast)).isEqualTo(1);
        SourceCandidate fastButLong = pipe(100, 0, 10, 10 * GIB, 100, 0, 1e9);
        assertThat(choose(SourceStrategy.AUTO, slow, fastButLong))
                .as("100 files wait at ten times the rate")
                .isZero();
    }

    @Test
    @DisplayName("5.5 auto with proportional fairness prefers the pipe that starves")
    void proportionalPrefersTheStarvingPipe() {
        // Both would add about as much; log T grows more where T is small.
        SourceCandidate rich = pipe(0, 0, 10, 10 * GIB, 100, 0, 8e9);
        SourceCandidate starving = pipe(0, 0, 10, 10 * GIB, 100, 0, 4e8);
        assertThat(SourceChoice.choose(SourceStrategy.AUTO, List.of(rich, starving), GIB, SUM))
                .isZero();
        SourceCandidate busyRich = pipe(20, 0, 10, 10 * GIB, 100, 0, 8e9);
        // 8e9/21 = 3.8e8 bit/s on top of 8e9 are 5 %; 4e8 on top of 4e8 are 100 %.
        assertThat(SourceChoice.choose(SourceStrategy.AUTO, List.of(busyRich, starving), GIB, PROPORTIONAL))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("5.5 auto: a source of which nothing is known is tried, as fast as the fastest known")
    void unknownPipesAreTried() {
        SourceCandidate known = pipe(1, 0, 10, 10 * GIB, 100, 0, 1e9);
        assertThat(choose(SourceStrategy.AUTO, known, unknown())).isEqualTo(1);
        assertThat(choose(SourceStrategy.AUTO, unknown(), known)).isZero();
    }

    @Test
    @DisplayName("5.5 auto: failures count against a source")
    void failures() {
        SourceCandidate good = pipe(0, 0, 9, 9 * GIB, 100, 0, 1e9);
        SourceCandidate bad = pipe(0, 0, 9, 9 * GIB, 100, 30, 1e9);
        assertThat(choose(SourceStrategy.AUTO, bad, good)).isEqualTo(1);
    }

    @Test
    @DisplayName("5.5 auto: a pipe of greater weight is preferred")
    void weights() {
        SourceCandidate light = pipe(0, 0, 9, 9 * GIB, 100, 0, 1e9);
        SourceCandidate heavy = new SourceCandidate(light.activity(), 1e9, 2, 3);
        assertThat(choose(SourceStrategy.AUTO, light, heavy)).isEqualTo(1);
    }

    @Test
    @DisplayName("5.5 auto: a file of unknown size counts as the mean of its pipe, an empty list is refused")
    void sizes() {
        SourceCandidate slow = pipe(0, 0, 10, 10 * GIB, 100, 0, 1e8);
        SourceCandidate fast = pipe(0, 0, 10, 10 * GIB, 100, 0, 1e9);
        assertThat(SourceChoice.choose(SourceStrategy.AUTO, List.of(slow, fast), -1, SUM))
                .isEqualTo(1);
        assertThat(SourceChoice.choose(SourceStrategy.AUTO, List.of(slow, fast), 0, SUM))
                .isEqualTo(1);
        assertThatThrownBy(() -> SourceChoice.choose(SourceStrategy.AUTO, List.of(), 1, SUM))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("5.5 the names of the strategies are FTS's")
    void names() {
        assertThat(SourceStrategy.names())
                .containsExactly(
                        "orderly",
                        "auto",
                        "queue",
                        "success",
                        "throughput",
                        "file-throughput",
                        "pending-data",
                        "waiting-time",
                        "waiting-time-with-error",
                        "duration");
        SourceStrategy.names()
                .forEach(name -> assertThat(SourceStrategy.find(name))
                        .map(SourceStrategy::ftsName)
                        .contains(name));
        assertThat(SourceStrategy.find("random")).isEmpty();
    }
}
