// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.shaping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.agent.Pace;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ShapedBound;
import io.tcn.core.port.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

/// Copies under bounds in virtual time: each sends a piece as soon as it may, at most at its own rate.
class ShaperTest {
    private static final UserId CMS = UserId.of("cms");
    private static final int PIECE = 16_384;

    private long nowNanos;
    private final Shaper shaper = new Shaper(
            new TimeSource() {
                @Override
                public long nanoTime() {
                    return nowNanos;
                }

                @Override
                public Instant now() {
                    return Instant.EPOCH.plusNanos(nowNanos);
                }
            },
            (nanos, work) -> {});

    private static final class Copy {
        private final Pace pace;
        private final double ownBps;
        private long bytes;
        private long readyNanos;

        Copy(Pace pace, double ownBps) {
            this.pace = pace;
            this.ownBps = ownBps;
        }
    }

    private final List<Copy> copies = new ArrayList<>();

    private Copy copy(String pipe, double ownBps) {
        Copy copy = new Copy(shaper.paceOf(PipeId.of(pipe)), ownBps);
        copies.add(copy);
        return copy;
    }

    private void run(double seconds) {
        long until = nowNanos + (long) (seconds * 1e9);
        PriorityQueue<Copy> next = new PriorityQueue<>(Comparator.comparingLong(copy -> copy.readyNanos));
        next.addAll(copies);
        while (!next.isEmpty() && next.peek().readyNanos < until) {
            Copy copy = next.remove();
            nowNanos = Math.max(nowNanos, copy.readyNanos);
            long wait = copy.pace.passed(PIECE);
            copy.bytes += PIECE;
            copy.readyNanos = nowNanos + Math.max(wait, (long) (8e9 * PIECE / copy.ownBps));
            next.add(copy);
        }
        nowNanos = until;
    }

    private static ShapedBound bound(String resource, double bps) {
        return new ShapedBound(CMS, ResourceId.of(resource), bps);
    }

    private static double rate(Copy copy, double seconds) {
        return 8 * copy.bytes / seconds;
    }

    @Test
    void aConnectionFasterThanTheBoundIsHeldToIt() {
        shaper.shape(PipeId.of("p"), List.of(bound("link", 25e6)));
        Copy copy = copy("p", 1e9);
        run(20);
        assertThat(rate(copy, 20)).isCloseTo(25e6, within(0.01 * 25e6));
    }

    @Test
    void copiesOfAllPipesShareTheBoundEvenlyAndWhatOneDoesNotUseTheOthersHave() {
        for (String pipe : List.of("p", "q", "r")) {
            shaper.shape(PipeId.of(pipe), List.of(bound("link", 30e6)));
        }
        Copy slow = copy("p", 2e6);
        Copy fast = copy("q", 1e9);
        Copy alsoFast = copy("r", 1e9);
        run(30);
        assertThat(rate(slow, 30)).isCloseTo(2e6, within(0.1e6));
        assertThat(rate(fast, 30)).isCloseTo(14e6, within(0.3e6));
        assertThat(rate(alsoFast, 30)).isCloseTo(14e6, within(0.3e6));
    }

    /// p is under 10 and 40, q under 40 only: q has the other 30.
    @Test
    void aCopyUnderSeveralBoundsKeepsAllAndLeavesNothingUnused() {
        shaper.shape(PipeId.of("p"), List.of(bound("narrow", 10e6), bound("wide", 40e6)));
        shaper.shape(PipeId.of("q"), List.of(bound("wide", 40e6)));
        Copy p = copy("p", 1e9);
        Copy q = copy("q", 1e9);
        run(30);
        assertThat(rate(p, 30)).isCloseTo(10e6, within(0.1e6));
        assertThat(rate(q, 30)).isCloseTo(30e6, within(0.5e6));
    }

    @Test
    void noSecondHasMoreThanOnePercentAboveTheBound() {
        shaper.shape(PipeId.of("p"), List.of(bound("link", 200e6)));
        for (int i = 0; i < 8; i++) {
            copy("p", 1e9);
        }
        run(1);
        for (int second = 0; second < 20; second++) {
            copies.forEach(copy -> copy.bytes = 0);
            run(1);
            double sum = copies.stream().mapToDouble(copy -> rate(copy, 1)).sum();
            assertThat(sum).isBetween(198e6, 202e6);
        }
    }

    @Test
    void whatStoragesCopyThemselvesLeavesLessToWhatIsStreamed() {
        shaper.shape(PipeId.of("p"), List.of(bound("link", 40e6)));
        shaper.shape(PipeId.of("q"), List.of(bound("link", 40e6)));
        Copy streamed = copy("p", 1e9);
        Pace third = shaper.paceOf(PipeId.of("q"));
        for (int second = 0; second < 20; second++) {
            run(1);
            var _ = third.passed(3_000_000);
        }
        assertThat(rate(streamed, 20)).isCloseTo(16e6, within(1.5e6));
    }

    /// A token's 5 Gbit/s over two pipes, within 5 %; a third copy on the same pipe is under no limit.
    @Test
    void copiesOfATokenHaveItsThroughputTogetherAndOthersAreFree() {
        TransferLimit limit = new TransferLimit(new LimitId(1), "the token of alice", 5e9, TransferLimit.UNLIMITED);
        List<Copy> limited = new ArrayList<>();
        for (String pipe : List.of("p", "p", "q")) {
            Copy copy = new Copy(shaper.paceOf(PipeId.of(pipe), limit), 4e9);
            copies.add(copy);
            limited.add(copy);
        }
        Copy free = copy("p", 4e9);
        run(2);
        double together = limited.stream().mapToDouble(copy -> rate(copy, 2)).sum();
        assertThat(together).isCloseTo(5e9, within(0.05 * 5e9));
        assertThat(rate(free, 2)).isCloseTo(4e9, within(0.01 * 4e9));
    }

    /// A user's bound of 10 Mbit/s and a token's 4: the token's copy has 4, and the other what is left.
    @Test
    void aBoundAndALimitHoldBoth() {
        shaper.shape(PipeId.of("p"), List.of(bound("link", 10e6)));
        TransferLimit limit = new TransferLimit(new LimitId(1), "the token of alice", 4e6, TransferLimit.UNLIMITED);
        Copy limited = new Copy(shaper.paceOf(PipeId.of("p"), limit), 1e9);
        copies.add(limited);
        Copy other = copy("p", 1e9);
        run(20);
        assertThat(rate(limited, 20)).isLessThanOrEqualTo(1.05 * 4e6);
        assertThat(rate(limited, 20) + rate(other, 20)).isCloseTo(10e6, within(0.5e6));
    }

    @Test
    void aBoundThatChangesHoldsForRunningCopiesAndOneThatGoesHoldsNobody() {
        shaper.shape(PipeId.of("p"), List.of(bound("link", 10e6)));
        Copy copy = copy("p", 100e6);
        run(10);
        shaper.shape(PipeId.of("p"), List.of(bound("link", 20e6)));
        copy.bytes = 0;
        run(10);
        assertThat(rate(copy, 10)).isCloseTo(20e6, within(0.3e6));
        shaper.shape(PipeId.of("p"), List.of());
        copy.bytes = 0;
        run(10);
        assertThat(rate(copy, 10)).isCloseTo(100e6, within(1e6));
    }

    /// Five copies wait for 65 s each under a bound that somebody has written with three digits too few.
    @Test
    void aBoundThatIsRaisedLetsGoWhomItHeld() {
        shaper.shape(PipeId.of("p"), List.of(bound("link", 10e3)));
        List<Pace> held = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Pace pace = shaper.paceOf(PipeId.of("p"));
            assertThat(pace.passed(PIECE)).isGreaterThan((long) ((i + 1) * 13e9));
            held.add(pace);
        }
        nowNanos += 6_000_000_000L;
        shaper.shape(PipeId.of("p"), List.of(bound("link", 100e6)));
        nowNanos += 100_000_000L;
        assertThat(held).allMatch(pace -> pace.left() <= 0);
        Copy copy = copy("p", 1e9);
        run(10);
        assertThat(rate(copy, 10)).isCloseTo(100e6, within(1e6));
    }

    @Test
    void aBoundThatGoesLetsGoWhomItHeld() {
        shaper.shape(PipeId.of("p"), List.of(bound("narrow", 1), bound("wide", 50e6)));
        Pace pace = shaper.paceOf(PipeId.of("p"));
        assertThat(pace.passed(PIECE)).isGreaterThan((long) 1e14);
        shaper.shape(PipeId.of("p"), List.of(bound("wide", 50e6)));
        nowNanos += 10_000_000L;
        assertThat(pace.left()).isLessThanOrEqualTo(0);
        shaper.shape(PipeId.of("p"), List.of());
        assertThat(pace.left()).isLessThanOrEqualTo(0);
    }

    /// Storages have copied 625 MB under a bound of 1 Gbit/s; under 10 Mbit/s that would be 500 s of nothing.
    @Test
    void whatPassedBeforeABoundWasLoweredIsPaidForWithinAMinute() {
        shaper.shape(PipeId.of("p"), List.of(bound("link", 1e9)));
        var _ = shaper.paceOf(PipeId.of("p")).passed(625_000_000);
        shaper.shape(PipeId.of("p"), List.of(bound("link", 10e6)));
        assertThat(shaper.paceOf(PipeId.of("p")).passed(0)).isBetween((long) 59e9, (long) 61e9);
    }

    @Test
    void aBoundBelowAnythingThatMovesHoldsForAsLongAsItStands() {
        shaper.shape(PipeId.of("p"), List.of(bound("link", 1e-300)));
        Pace pace = shaper.paceOf(PipeId.of("p"));
        for (int i = 0; i < 1000; i++) {
            assertThat(pace.passed(1L << 40)).isGreaterThan((long) 1e18);
        }
        shaper.shape(PipeId.of("p"), List.of(bound("link", 1e308)));
        nowNanos += 1_000_000L;
        assertThat(pace.left()).isLessThanOrEqualTo(0);
    }

    /// As where processes share a bound and have now more of it, now less.
    @Test
    void aBoundThatChangesAllTheTimeIsKeptInTheMean() {
        for (int i = 0; i < 8; i++) {
            copy("p", 1e9);
        }
        for (int i = 0; i < 60; i++) {
            shaper.shape(PipeId.of("p"), List.of(bound("link", i % 2 == 0 ? 10e6 : 5e6)));
            run(0.5);
        }
        double sum = copies.stream().mapToDouble(copy -> rate(copy, 30)).sum();
        assertThat(sum).isLessThan(1.02 * 7.5e6);
    }
}
