// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import static io.tcn.core.optimizer.fts.Watch.connections;
import static io.tcn.core.optimizer.fts.Watch.figure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pairs and the pipes that they consist of: pipes of three users between a and b, each from 1 to 21 connections,
/// so that the pair goes from 3 to 63 and starts with 33.
class FtsPairsTest {
    private static final Pipe ATLAS = Seen.pipe("atlas", "a", "b", 1, 21);
    private static final Pipe CMS = Seen.pipe("cms", "a", "b", 1, 21);
    private static final Pipe LHCB = Seen.pipe("lhcb", "a", "b", 1, 21);
    private static final long MB = 1_000_000;

    private final Watch watch = new Watch(FtsOptimizerSettings.DEFAULT);

    @Test
    void thePipesOfAPairAreDecidedAsOneAndGetEqualShares() {
        Decision start = watch.start(Seen.of(ATLAS), Seen.of(CMS), Seen.of(LHCB));
        assertThat(connections(start)).containsExactly(11, 11, 11);
        assertThat(figure(start.pipes().getFirst(), "pair")).isEqualTo(33);
        // One failure of one user is one of the pair: 80 of 100 failed.
        Decision decision = watch.minute(
                Seen.of(ATLAS).failedRetryably(80),
                Seen.of(CMS).finished(10, MB, 10),
                Seen.of(LHCB).finished(10, MB, 10));
        assertThat(connections(decision)).containsExactly(11, 11, 10);
        assertThat(decision.pipes()).allSatisfy(pipe -> {
            assertThat(pipe.rationale().reason()).isEqualTo(Reason.LOW_SUCCESS);
            assertThat(figure(pipe, "successRate")).isEqualTo(20);
        });
    }

    @Test
    void whatAShortQueueCannotUseGoesToTheOthers() {
        assertThat(connections(watch.start(Seen.of(ATLAS).active(1).queued(2), Seen.of(CMS), Seen.of(LHCB))))
                .containsExactly(3, 15, 15);
    }

    @Test
    void ifAllQueuesAreShortTheRestIsSplitByWhatTheirStreamsCanUse() {
        // Of 33 connections 15 are one for each transfer, 15 more a second stream for each; the last 3 go to the least.
        assertThat(connections(watch.start(
                        Seen.of(ATLAS).active(1).queued(2),
                        Seen.of(CMS).active(0).queued(2),
                        Seen.of(LHCB).active(0).queued(10))))
                .containsExactly(7, 6, 20);
    }

    @Test
    void aPipeWithNothingToMoveGetsItsLeastNumberAndLeavesTheRestToTheOthers() {
        Decision decision = watch.start(Seen.of(ATLAS).idle(), Seen.of(CMS), Seen.of(LHCB));
        assertThat(connections(decision)).containsExactly(1, 17, 16);
        assertThat(decision.pipes().getFirst().rationale().reason()).isEqualTo(Reason.IDLE_IN_PAIR);
        assertThat(decision.pipes().getLast().rationale().reason()).isEqualTo(Reason.START_HALFWAY);
    }

    @Test
    void aPairWithNothingToMoveIsLeftAsItIs() {
        watch.start(Seen.of(ATLAS), Seen.of(CMS));
        for (int i = 0; i < 60; i++) {
            Decision decision = watch.minute(Seen.of(ATLAS).idle(), Seen.of(CMS).idle());
            assertThat(connections(decision)).containsExactly(11, 11);
            assertThat(decision.pipes())
                    .allSatisfy(pipe -> assertThat(pipe.rationale().reason()).isEqualTo(Reason.IDLE));
        }
    }

    @Test
    void aPairThatNeverHadAnythingToMoveHasItsLeastNumberUntilItIsLookedAt() {
        assertThat(connections(watch.start(Seen.of(CMS).idle()))).containsExactly(1);
        assertThat(connections(watch.minute(Seen.of(CMS).idle()))).containsExactly(1);
        Decision between = watch.interval(Duration.ofSeconds(10), Seen.of(CMS));
        assertThat(connections(between)).containsExactly(1);
        assertThat(between.pipes().getFirst().rationale().reason()).isEqualTo(Reason.AWAITING_RUN);
        Decision run = watch.interval(Duration.ofSeconds(50), Seen.of(CMS));
        assertThat(connections(run)).containsExactly(11);
        assertThat(run.pipes().getFirst().rationale().reason()).isEqualTo(Reason.START_HALFWAY);
    }

    @Test
    void aUserWhoseQueueFillsBetweenTwoRunsDoesNotWaitForTheNextOne() {
        watch.start(Seen.of(ATLAS).idle(), Seen.of(CMS));
        Decision decision = watch.interval(Duration.ofSeconds(10), Seen.of(ATLAS), Seen.of(CMS));
        assertThat(connections(decision)).containsExactly(11, 11);
    }

    @Test
    void sharesKeepToTheLimitsOfTheirPipes() {
        Pipe small = Seen.pipe("small", "a", "b", 1, 4);
        Pipe greedy = Seen.pipe("greedy", "a", "b", 20, 60);
        // From 21 to 64: 42. No more than 4 for the one, the rest for the other.
        assertThat(connections(watch.start(Seen.of(small), Seen.of(greedy)))).containsExactly(4, 38);
    }

    @Test
    void theRangeOfStoragesIsThatOfThePairHoweverManyUsersItHas() {
        Watch storages = new Watch(FtsOptimizerSettings.DEFAULT.withRange(FtsRange.STORAGE_DEFAULTS));
        Pipe one = Seen.pipe("atlas", "a.org", "b.net", 1, 64);
        Pipe two = Seen.pipe("cms", "a.org", "b.net", 1, 64);
        assertThat(connections(storages.start(Seen.of(one), Seen.of(two)))).containsExactly(16, 15);
    }

    @Test
    void theCapOfAStorageIsOnAllPairsTogether() {
        Pipe toB = Seen.pipe("cms", "a", "b", 1, 21);
        Pipe toC = Seen.pipe("cms", "a", "c", 1, 21);
        Pipe fromD = Seen.pipe("cms", "d", "c", 1, 21);
        // 16 Mbit/s are 120 MB a minute. Neither pair from a moves so much, but both together do.
        Watch capped =
                new Watch(FtsOptimizerSettings.DEFAULT.withCaps(Map.of(Endpoint.parse("https://a"), 16e6), Map.of()));
        capped.start(Seen.of(toB), Seen.of(toC), Seen.of(fromD));
        Decision decision = capped.minute(
                Seen.of(toB).moved(100 * MB),
                Seen.of(toC).moved(21 * MB),
                Seen.of(fromD).moved(999 * MB));
        assertThat(connections(decision)).containsExactly(10, 10, 13);
        // The next run looks at what moved since.
        assertThat(connections(
                        capped.minute(Seen.of(toB).moved(60 * MB), Seen.of(toC).moved(60 * MB), Seen.of(fromD))))
                .containsExactly(12, 12, 15);
    }

    @Test
    void theCapOfADestinationIsOnAllPairsTogether() {
        Pipe fromA = Seen.pipe("cms", "a", "c", 1, 21);
        Pipe fromB = Seen.pipe("cms", "b", "c", 1, 21);
        Watch capped =
                new Watch(FtsOptimizerSettings.DEFAULT.withCaps(Map.of(), Map.of(Endpoint.parse("https://c"), 16e6)));
        capped.start(Seen.of(fromA), Seen.of(fromB));
        Decision decision =
                capped.minute(Seen.of(fromA).moved(100 * MB), Seen.of(fromB).moved(21 * MB));
        assertThat(connections(decision)).containsExactly(10, 10);
        assertThat(decision.pipes())
                .allSatisfy(
                        pipe -> assertThat(pipe.rationale().reason()).isEqualTo(Reason.DESTINATION_THROUGHPUT_LIMIT));
    }

    @Test
    void pipesThatComeAndGoChangeOnlyTheirOwnPair() {
        Pipe other = Seen.pipe("cms", "x", "y", 1, 21);
        watch.start(Seen.of(CMS), Seen.of(other));
        assertThat(connections(
                        watch.minute(Seen.of(CMS).moved(MB), Seen.of(other).moved(MB))))
                .containsExactly(13, 13);
        // Atlas joins cms: the pair's 13, then 15, are split; the pair's range is that of both.
        assertThat(connections(watch.minute(
                        Seen.of(ATLAS), Seen.of(CMS).moved(MB), Seen.of(other).moved(MB))))
                .containsExactly(8, 7, 15);
        assertThat(connections(
                        watch.minute(Seen.of(ATLAS).moved(MB), Seen.of(other).moved(MB))))
                .containsExactly(17, 17);
    }

    @Test
    void aPairThatComesBackStartsAnew() {
        watch.start(Seen.of(CMS));
        watch.minute(Seen.of(CMS).moved(MB));
        assertThat(connections(watch.minute())).isEmpty();
        Decision decision = watch.minute(Seen.of(CMS));
        assertThat(connections(decision)).containsExactly(11);
        assertThat(decision.pipes().getFirst().rationale().reason()).isEqualTo(Reason.START_HALFWAY);
    }

    @Test
    void withoutPipesThereIsNothingToDecide() {
        assertThat(watch.start().pipes()).isEmpty();
        assertThat(watch.minute().pipes()).isEmpty();
        assertThat(watch.minute().utility()).isZero();
    }

    /// Any observation is answered within the limits, in the order of the pipes, and the shares of a pair's busy
    /// pipes add up to the pair's decision as far as their limits allow.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void absurdObservationsAreAnsweredWithinTheLimits(long seed) {
        Random random = Random.from(new SplittableRandom(seed));
        int huge = Integer.MAX_VALUE;
        FtsOptimizerSettings settings = FtsOptimizerSettings.DEFAULT
                .withMode(FtsMode.of(random.nextInt(1, 4)))
                .withRange(List.of(FtsRange.values()).get(random.nextInt(3)));
        Watch one = new Watch(settings);
        Watch two = new Watch(settings);
        for (int i = 0; i < 200; i++) {
            List<Pipe> pipes = new ArrayList<>();
            for (int p = 0; p < random.nextInt(1, 8); p++) {
                int min = random.nextInt(1, 5);
                int max = random.nextInt(4) == 0 ? huge : min + random.nextInt(40);
                pipes.add(Seen.pipe("u" + p, "a", p % 2 == 0 ? "b" : "c", min, max));
            }
            Seen[] seen = pipes.stream()
                    .map(pipe -> Seen.of(pipe)
                            .active(random.nextInt(5))
                            .queued(random.nextInt(3) == 0 ? 0 : random.nextInt(huge))
                            .moved(random.nextInt(3) == 0 ? 0 : random.nextLong(Long.MAX_VALUE))
                            .finished(random.nextInt(3), random.nextLong(1L << 60), random.nextDouble(1e9))
                            .failedRetryably(random.nextInt(3))
                            .retried(random.nextLong(1L << 60)))
                    .toArray(Seen[]::new);
            Duration length = Duration.ofNanos(random.nextBoolean() ? 1 : random.nextLong(1, 100_000_000_000_000L));
            Decision decision = one.interval(length, seen);
            assertThat(two.interval(length, seen)).isEqualTo(decision);
            assertThat(decision.pipes()).hasSize(pipes.size());
            for (int p = 0; p < pipes.size(); p++) {
                assertThat(decision.pipes().get(p).pipe())
                        .isEqualTo(pipes.get(p).id());
                assertThat(decision.pipes().get(p).tuning().connections())
                        .isBetween(
                                pipes.get(p).limits().minConnections(),
                                pipes.get(p).limits().maxConnections());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void sharesAddUpAndDifferByOneAtMostAmongTheUnlimited(long seed) {
        Random random = Random.from(new SplittableRandom(seed));
        for (int i = 0; i < 200; i++) {
            List<PipeObservation> pipes = new ArrayList<>();
            for (int p = 0; p < random.nextInt(1, 6); p++) {
                int min = random.nextInt(1, 4);
                pipes.add(Seen.of(Seen.pipe("u" + p, "a", "b", min, min + random.nextInt(20)))
                        .active(random.nextInt(2))
                        .queued(random.nextInt(30))
                        .in(60));
            }
            List<PipeObservation> busy =
                    pipes.stream().filter(pipe -> PairSplit.transfers(pipe) > 0).toList();
            List<PipeObservation> served = busy.isEmpty() ? pipes : busy;
            int min = served.stream()
                    .mapToInt(pipe -> pipe.pipe().limits().minConnections())
                    .sum();
            int max = served.stream()
                    .mapToInt(pipe -> pipe.pipe().limits().maxConnections())
                    .sum();
            int n = random.nextInt(1, 100);
            int[] shares = PairSplit.of(n, random.nextInt(1, 4), pipes);
            int sum = 0;
            int least = Integer.MAX_VALUE;
            int most = 0;
            for (int p = 0; p < shares.length; p++) {
                PipeObservation pipe = pipes.get(p);
                boolean isServed = served.contains(pipe);
                sum += isServed ? shares[p] : 0;
                boolean bound = shares[p] <= pipe.pipe().limits().minConnections()
                        || shares[p] >= pipe.pipe().limits().maxConnections()
                        || shares[p] >= PairSplit.transfers(pipe);
                if (isServed && !bound) {
                    least = Math.min(least, shares[p]);
                    most = Math.max(most, shares[p]);
                }
            }
            assertThat(sum).as(Arrays.toString(shares)).isEqualTo(Math.clamp(n, min, max));
            assertThat(most - least).as(Arrays.toString(shares)).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void settingsThatContradictThemselvesAreRefused() {
        FtsOptimizerSettings defaults = FtsOptimizerSettings.DEFAULT;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.withInterval(Duration.ofSeconds(-1)))
                .withMessageContaining("must not be negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.withCaps(Map.of(Endpoint.parse("https://a"), 0.0), Map.of()))
                .withMessageContaining("throughput cap of https://a");
        assertThatIllegalArgumentException().isThrownBy(() -> FtsMode.of(0)).withMessageContaining("1, 2 and 3");
    }
}
