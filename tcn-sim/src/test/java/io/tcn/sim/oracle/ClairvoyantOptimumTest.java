// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.PipeLimits;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClairvoyantOptimumTest {
    private static final double G = 1e9;

    private static Optimum find(Situation situation) {
        return ClairvoyantOptimum.of(situation, ClairvoyantOptimum.Effort.FULL);
    }

    @Test
    void onePipeTakesItsLinkWithAsManyConnectionsAsFillIt() {
        // 100 Gbit/s at 2 Gbit/s per connection: n = 50. More would cost capacity.
        SmallNet net = new SmallNet().link(100 * G).pipe(0);

        Optimum best = find(net.situation(1, 100));

        assertThat(best.totalBps()).isCloseTo(100 * G, within(1.0));
        assertThat(best.totalConnections()).isCloseTo(50, within(1e-6));
        assertThat(best.gap()).isCloseTo(0, within(1e-9));
    }

    @Test
    void theMostConnectionsLimitAPipe() {
        // 10 connections of 2 Gbit/s.
        SmallNet net = new SmallNet().link(100 * G).pipe(0);

        assertThat(find(net.situation(1, 10)).totalBps()).isCloseTo(20 * G, within(1.0));
    }

    @Test
    void theParkingLotIsBestWithoutTheLongPipe() {
        // Links of 100: short pipes on each, one long pipe over both. Each Gbit/s of the long one costs two of the
        // short
        // ones: nothing of it, 200 in all. With m = 1 it has 2 Gbit/s: 198; unless the short ones crowd it out, which
        // costs them capacity: its connection is one too many where 50 fill a link and each more costs 0.5 Gbit/s, so
        // 2 n + 0.5 (n + 1 - 50) <= 100: 99.6 each.
        SmallNet net =
                new SmallNet().link(100 * G).link(100 * G).pipe(0, 1).pipe(0).pipe(1);

        Optimum free = find(net.situation(0, 100));
        Optimum least = find(net.situation(1, 100));

        assertThat(free.totalBps()).isCloseTo(200 * G, within(1.0));
        assertThat(free.connections().getFirst()).isCloseTo(0, within(1e-6));
        assertThat(least.ceilingBps()).isCloseTo(199.2 * G, within(1e3));
        assertThat(least.totalBps()).isBetween(198 * G - 1, 199.2 * G + 1);
    }

    @Test
    void aBoundIsUsedUpAndNotBroken() {
        // Pipe 0 may have 20 of 100, pipe 1 is alone on the rest: 80.
        SmallNet net = new SmallNet().link(100 * G).pipe(0).pipe(0).bound(20 * G, 0);

        Optimum best = find(net.situation(1, 100));

        assertThat(best.totalBps()).isCloseTo(100 * G, within(1.0));
        assertThat(best.throughputBps().getFirst()).isLessThanOrEqualTo(20 * G + 100);
        assertThat(best.excess()).isZero();
    }

    @Test
    void whereNoNKeepsABoundTheOneThatBreaksItLeastIsGivenAndSaidSo() {
        // One connection carries 2 Gbit/s and may carry 1.
        SmallNet net = new SmallNet().link(100 * G).pipe(0).bound(1 * G, 0);

        Optimum best = find(net.situation(1, 100));

        assertThat(best.excess()).isCloseTo(1, within(1e-9));
        assertThat(best.ceilingBps()).isCloseTo(1 * G, within(1.0));
    }

    @Test
    void onlyPipesThatHaveSomethingToMoveCount() {
        SmallNet net = new SmallNet().link(100 * G).pipe(0).pipe(0);
        Situation all = net.situation(1, 20);

        Situation one = all.withActive(List.of(1));
        Situation none = all.withActive(List.of());

        assertThat(find(all).totalBps()).isCloseTo(80 * G, within(1.0));
        assertThat(find(one).totalBps()).isCloseTo(40 * G, within(1.0));
        assertThat(find(none).totalBps()).isZero();
    }

    @Test
    void theReachableNeverExceedsTheLinearProgramAndLiesWithinTheLimits() {
        for (int seed = 1; seed <= 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SmallNet net = SmallNet.random(random, 2 + random.nextInt(9), 2 + random.nextInt(7));
            PipeLimits limits = new PipeLimits(random.nextInt(2), 5 + random.nextInt(60));

            Optimum best = ClairvoyantOptimum.of(
                    net.situation(limits.minConnections(), limits.maxConnections()), ClairvoyantOptimum.Effort.QUICK);

            if (best.excess() > 0) {
                continue;
            }
            assertThat(best.totalBps()).as("seed %d", seed).isLessThanOrEqualTo(best.ceilingBps() * (1 + 1e-9));
            assertThat(best.connections())
                    .as("seed %d", seed)
                    .allMatch(n -> n >= limits.minConnections() && n <= limits.maxConnections());
            assertThat(best.totalBps())
                    .as("seed %d", seed)
                    .isCloseTo(
                            best.throughputBps().stream()
                                    .mapToDouble(Double::doubleValue)
                                    .sum(),
                            within(1e-3));
        }
    }

    @Test
    void noWholeNIsBetterInTinyNetworks() {
        // Three pipes, n from 1 to 6: all 216 are tried.
        for (int seed = 1; seed <= 40; seed++) {
            SmallNet net = SmallNet.random(new SplittableRandom(seed), 3, 3);
            Situation situation = net.situation(1, 6);
            Optimum best = find(situation);
            Model model = new Model(situation);
            double bruteBps = 0;
            for (int code = 0; code < 216; code++) {
                double[] n = {1 + code % 6, 1 + code / 6 % 6, 1 + code / 36};
                double[] throughputBps = model.throughputBps(n);
                if (model.excess(throughputBps) <= Ascent.TOLERANCE) {
                    bruteBps = Math.max(
                            bruteBps,
                            IntStream.range(0, 3)
                                    .mapToDouble(i -> throughputBps[i])
                                    .sum());
                }
            }

            if (best.excess() > 0) {
                // Then no whole n keeps the bounds either.
                assertThat(bruteBps).as("seed %d", seed).isZero();
            } else {
                assertThat(best.totalBps()).as("seed %d", seed).isGreaterThanOrEqualTo(bruteBps * (1 - 1e-6));
            }
        }
    }

    @Test
    void theSameSituationHasTheSameOptimum() {
        SmallNet net = SmallNet.random(new SplittableRandom(3), 8, 5);

        assertThat(find(net.situation(1, 50))).isEqualTo(find(net.situation(1, 50)));
    }
}
