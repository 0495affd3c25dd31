// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Pipe;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// What is known to go wrong with the optimizer of FTS, each as a scenario. Files take 10 s, so the window is 5
/// min; a run each minute; the queue never empties.
class FtsWeaknessesTest {
    private static final Pipe P = Seen.pipe("cms", "a", "b", 1, 100);

    /// Each connection beyond 10 costs 0.7 % of the throughput; yet none is ever taken back, and in the end half of
    /// it is lost.
    @Test
    void itReactsOnlyToAFallByAnOrderOfMagnitude() {
        IntToDoubleFunction bytesPerSecond = n -> 1e9 * Math.min(n / 10.0, 1 - 0.007 * Math.max(0, n - 10));
        List<PipeDecision> decisions = run(bytesPerSecond, 5000);
        List<Integer> n = decisions.stream()
                .map(decision -> decision.tuning().connections())
                .toList();
        assertThat(n).isSorted();
        // It starts with 50, at 72 % of what could be.
        assertThat(n.getFirst()).isEqualTo(50);
        assertThat(bytesPerSecond.applyAsDouble(n.getLast())).isLessThan(0.51e9);
        assertThat(decisions.stream().map(decision -> decision.rationale().reason()))
                .contains(Reason.EMA_FELL)
                .doesNotContain(Reason.EMA_FELL_MAGNITUDE, Reason.LOW_SUCCESS);
    }

    /// The throughput is the same to one part in 10^12 per minute: rising or equal adds connections, falling does
    /// not.
    @Test
    void theLastBitOfTheAverageDecides() {
        long bytes = 1_000_000_000_000L;
        assertThat(lastOf(drift(bytes, 1))).isEqualTo(100);
        assertThat(lastOf(drift(bytes, 0))).isEqualTo(100);
        List<PipeDecision> falling = drift(bytes, -1);
        assertThat(falling.getLast().rationale().reason()).isEqualTo(Reason.EMA_FELL);
        assertThat(lastOf(falling)).isLessThan(100);
        // Once the average has come down to the throughput, nothing is added any more.
        assertThat(lastOf(falling)).isEqualTo(lastOf(falling.subList(0, falling.size() / 2)));
    }

    /// Two pairs share a link of 1 GB/s by their connections. Each takes its unchanged half for a reason to add,
    /// and both end at their maximum, having won nothing.
    @Test
    void pairsAreBlindToEachOther() {
        Pipe q = Seen.pipe("cms", "c", "d", 1, 100);
        Watch watch = new Watch(FtsOptimizerSettings.DEFAULT);
        List<Integer> n = Watch.connections(watch.start(Seen.of(P), Seen.of(q)));
        for (int minute = 0; minute < 1000; minute++) {
            double share = (double) n.get(0) / (n.get(0) + n.get(1));
            Decision decision = watch.minute(traffic(P, 60e9 * share), traffic(q, 60e9 * (1 - share)));
            n = Watch.connections(decision);
        }
        assertThat(n).containsExactly(100, 100);
    }

    /// The throughput breaks down to a hundredth at once. Within 5 minutes of window the average goes down slowly:
    /// it takes many runs until its magnitude has fallen once, and each magnitude costs it one connection only.
    @Test
    void aCollapseCostsOneConnectionPerOrderOfMagnitude() {
        Watch watch = new Watch(FtsOptimizerSettings.DEFAULT);
        watch.start(Seen.of(P));
        for (int minute = 0; minute < 500; minute++) {
            watch.minute(traffic(P, 60e9));
        }
        int before = watch.minuteOf(traffic(P, 60e9)).tuning().connections();
        assertThat(before).isEqualTo(100);
        List<Integer> n = new ArrayList<>();
        for (int minute = 0; minute < 60; minute++) {
            n.add(watch.minuteOf(traffic(P, 60e7)).tuning().connections());
        }
        assertThat(n.subList(0, 10)).containsOnly(100);
        assertThat(n.getLast()).isEqualTo(98);
    }

    private static List<PipeDecision> run(IntToDoubleFunction bytesPerSecond, int minutes) {
        Watch watch = new Watch(FtsOptimizerSettings.DEFAULT);
        List<PipeDecision> decisions = new ArrayList<>();
        decisions.add(watch.start(Seen.of(P)).pipes().getFirst());
        for (int minute = 0; minute < minutes; minute++) {
            int n = decisions.getLast().tuning().connections();
            decisions.add(watch.minuteOf(traffic(P, 60 * bytesPerSecond.applyAsDouble(n))));
        }
        return decisions;
    }

    /// Traffic that changes by some bytes a minute, at first filling the window and the average.
    private static List<PipeDecision> drift(long bytes, long change) {
        Watch watch = new Watch(FtsOptimizerSettings.DEFAULT);
        // The average begins with the full throughput: the first sight is after five minutes of it.
        for (int minute = 0; minute < 5; minute++) {
            watch.minute(Seen.of(P).idle().moved(bytes - minute * change).finished(10, 1, 10));
        }
        List<PipeDecision> decisions = new ArrayList<>();
        for (int minute = 0; minute < 300; minute++) {
            decisions.add(watch.minuteOf(traffic(P, (double) (bytes + minute * change))));
        }
        return decisions;
    }

    private static int lastOf(List<PipeDecision> decisions) {
        return decisions.getLast().tuning().connections();
    }

    private static Seen traffic(Pipe pipe, double bytes) {
        return Seen.of(pipe).moved((long) bytes).finished(10, 1_000_000, 10);
    }
}
