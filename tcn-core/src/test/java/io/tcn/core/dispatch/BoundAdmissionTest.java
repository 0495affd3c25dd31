// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.Bound;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.state.PipeActivity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Bounds hold where transfers start, whatever n is. Rates in Mbit/s, sizes in MB.
class BoundAdmissionTest {
    /// One connection fits under the bound. A pipe of it that has lost its turns to files of ten minutes at a storage
    /// had the room under the bound kept as well, and nothing of its user began until such a file was over.
    @Test
    void onePipeThatWaitsForAStorageDoesNotKeepTheBoundFromOthers() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.3, 1, 0), BoundSettings.DEFAULT);
        world.bound(10);
        world.pipes(4, 8, 8, 8);
        world.pipeTo(UserId.of("atlas"), 0, 8);
        world.loop.writer().endpointLimitSet(new EndpointLimit(world.destination(0), EndpointLimit.UNLIMITED, 1));
        world.connections(1);
        world.add(0, 10);
        world.time.advance(Duration.ofSeconds(30));
        for (int i = 0; i < 20; i++) {
            world.add(3, 600);
        }
        world.time.advance(Duration.ofSeconds(10));
        for (int i = 0; i < 1500; i++) {
            world.add(i % 3, 10);
        }
        int first = world.dataPlane.startsOf(world.pipe(0));
        for (int minute = 0; minute < 120; minute += 3) {
            int before = world.dataPlane.startsOf(world.pipe(1)) + world.dataPlane.startsOf(world.pipe(2));
            world.time.advance(Duration.ofMinutes(3));
            assertThat(world.dataPlane.startsOf(world.pipe(1)) + world.dataPlane.startsOf(world.pipe(2)))
                    .as("after minute %s", minute)
                    .isGreaterThan(before);
        }
        assertThat(world.dataPlane.startsOf(world.pipe(0))).isGreaterThan(first);
    }

    private static final BoundSettings AT_EVERY_MOMENT = BoundSettings.DEFAULT.withWindow(Duration.ZERO);

    @Test
    void whileNothingIsKnownOneConnectionIsOpenUnderTheBound() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.3, 5, 0), BoundSettings.DEFAULT);
        world.pipes(10, 16, 16, 16, 16);
        world.bound(48);
        fill(world, 4, 5, 100);
        world.connections(8);
        for (int second = 1; second < 10; second++) {
            world.time.advance(Duration.ofSeconds(1));
            assertThat(world.dataPlane.running()).as("after %s s", second).isEqualTo(1);
        }
        assertThat(world.loop.limitOf(world.pipe(3)).orElse("")).endsWith("one at a time, now " + world.pipe(0));
        world.time.advance(Duration.ofSeconds(30));
        assertThat(world.dataPlane.running()).isEqualTo(3);
        assertThat(world.loop.limitOf(world.pipe(3)).orElse("")).contains("the bound of cms on link:x>y, 48 Mbit/s");
    }

    /// Nobody asks for a map: after ten seconds the pipes of the user share the bound.
    @Test
    void whileThereIsNoMapTheBoundHoldsForAllPipesOfItsUserTogether() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(48);
        world.pipes(10, 16, 16);
        world.pipes(UserId.of("atlas"), 10, 16);
        fill(world, 3, 400, 10);
        world.connections(8);
        world.time.advance(Duration.ofSeconds(5));
        assertThat(world.dataPlane.running()).isEqualTo(8);
        assertThat(world.loop.limitOf(world.pipe(1)).orElse("")).contains("has been asked");
        world.time.advance(Duration.ofSeconds(60));
        // Three of 16 Mbit/s fit into 48.
        assertThat(world.dataPlane.running()).isEqualTo(3 + 8);
        assertThat(world.loop.limitOf(world.pipe(1)).orElse(""))
                .contains("the bound of cms on all-links (the network map does not tell what the pipe uses of it)");
        world.map();
        world.time.advance(Duration.ofSeconds(60));
        assertThat(world.dataPlane.running()).isEqualTo(3 + 8);
        assertThat(world.loop.limitOf(world.pipe(1)).orElse("")).contains("the bound of cms on link:x>y, 48 Mbit/s");
    }

    /// A file of 10 MB moves at 100 Mbit/s, and is paid for in 80 s.
    @Test
    void aBoundIsInTheWayEvenIfNLetsNothingStart() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(1.2, 0, 0), BoundSettings.DEFAULT);
        world.pipes(10, 100);
        world.bound(1);
        for (int file = 0; file < 4; file++) {
            world.add(0, 10);
        }
        world.connections(1);
        world.time.advance(Duration.ofSeconds(5));
        assertThat(world.dataPlane.running()).isZero();
        world.connections(0);
        assertThat(world.loop.boundOf(world.pipe(0))).contains("the bound of cms on link:x>y, 1 Mbit/s");
        world.time.advance(Duration.ofSeconds(90));
        assertThat(world.loop.boundOf(world.pipe(0))).isEmpty();
        world.connections(1);
        world.time.advance(Duration.ofSeconds(5));
        assertThat(world.loop.boundOf(world.pipe(0))).isPresent();
        world.loop
                .writer()
                .resourceControlRemoved(new Bound(BoundWorld.CMS, ResourceSet.ALL_LINKS.name(), new Bound.Rate(1)));
        world.time.advance(Duration.ofSeconds(1));
        assertThat(world.loop.boundOf(world.pipe(0))).isEmpty();
    }

    /// A copy that gives no sign is held by its bound if that is tiny, else its storage does not answer.
    @Test
    void aTinyBoundHoldsCopiesThatGiveNoSign() {
        for (double megabits : new double[] {0.0001, 48}) {
            BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), BoundSettings.DEFAULT);
            world.pipes(1, 1e-12);
            world.bound(megabits);
            world.add(0, 10);
            world.connections(1);
            for (int second = 0; second < 45; second++) {
                world.time.advance(Duration.ofSeconds(1));
            }
            assertThat(world.dataPlane.running()).isEqualTo(1);
            assertThat(world.loop.boundOf(world.pipe(0)).isPresent()).isEqualTo(megabits < 1);
        }
    }

    @Test
    void aReasonIsGoneWithTheBound() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), BoundSettings.DEFAULT);
        world.pipes(10, 16, 16);
        world.bound(20);
        fill(world, 2, 10, 100);
        world.connections(4);
        world.time.advance(Duration.ofSeconds(20));
        assertThat(world.loop.limitOf(world.pipe(1))).isPresent();
        world.loop
                .writer()
                .resourceControlRemoved(new Bound(BoundWorld.CMS, ResourceSet.ALL_LINKS.name(), new Bound.Rate(1)));
        world.time.advance(Duration.ofSeconds(1));
        assertThat(world.loop.limitOf(world.pipe(1))).isEmpty();
        assertThat(world.dataPlane.running()).isEqualTo(8);
    }

    /// A pipe that should have eight connections, of which a bound lets two open.
    private static BoundWorld twoOfEightFit(int files) {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), AT_EVERY_MOMENT);
        world.pipes(10, 16);
        world.bound(40);
        fill(world, 1, files, 1000);
        world.connections(8);
        world.time.advance(Duration.ofSeconds(20));
        return world;
    }

    /// Two of 16 Mbit/s fit into 40. The optimizer is told how many of eight are missing for it, and until when.
    @Test
    void whatABoundBlocksIsCountedUntilItIsRaised() {
        BoundWorld world = twoOfEightFit(100);
        PipeActivity held = world.state.activityOf(world.pipe(0));
        assertThat(held.activeConnections()).isEqualTo(2);
        assertThat(held.blockedConnections()).isEqualTo(6);
        world.connections(2);
        assertThat(world.state.activityOf(world.pipe(0)).blockedConnections()).isZero();
        world.connections(3);
        assertThat(world.state.activityOf(world.pipe(0)).blockedConnections()).isEqualTo(1);
        world.bound(1000);
        assertThat(world.state.activityOf(world.pipe(0)).activeConnections()).isEqualTo(3);
        assertThat(world.state.activityOf(world.pipe(0)).blockedConnections()).isZero();
    }

    @Test
    void whatNobodyWantsToOpenIsNotBlocked() {
        BoundWorld world = twoOfEightFit(3);
        assertThat(world.state.activityOf(world.pipe(0)).blockedConnections()).isEqualTo(1);
        world.loop.pause();
        world.time.settle();
        assertThat(world.state.activityOf(world.pipe(0)).blockedConnections()).isZero();
    }

    @Test
    void whatRunsWhenABoundIsSetTakesRoomFromWhatIsNew() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), AT_EVERY_MOMENT);
        world.pipes(10, 10);
        fill(world, 1, 40, 50);
        world.connections(6);
        world.time.advance(Duration.ofSeconds(1));
        assertThat(world.dataPlane.running()).isEqualTo(6);
        world.bound(25);
        for (int second = 0; second < 39; second++) {
            world.time.advance(Duration.ofSeconds(1));
        }
        assertThat(world.dataPlane.running()).isLessThanOrEqualTo(6);
        // The six of 40 s have ended: two of 10 Mbit/s fit into 25.
        for (int second = 0; second < 200; second++) {
            world.time.advance(Duration.ofSeconds(1));
            assertThat(world.dataPlane.running()).as("second %s", second).isBetween(1, 2);
        }
    }

    /// 100 Mbit/s under a bound of 25: a file of a second is paid for in three more.
    @Test
    void aConnectionFasterThanItsBoundWaitsUntilItsLastFileIsPaidFor() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.1, 0, 0.1), BoundSettings.DEFAULT);
        world.pipes(10, 100);
        world.bound(25);
        fill(world, 1, 200, 12.5);
        world.connections(5);
        List<Double> means = world.means(20, 20, null);
        double mean = means.stream()
                .skip(5)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
        assertThat(mean).isCloseTo(25, within(1.0));
    }

    /// Twenty pipes come between two looks at the map, each with fast connections and small files.
    @Test
    void newPipesMoveNothingBeforeTheMapWasAskedForThem() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), BoundSettings.DEFAULT);
        world.bound(8);
        world.mapLoop(true);
        world.time.advance(Duration.ofMillis(200));
        double[] rates = new double[20];
        Arrays.fill(rates, 100);
        world.pipes(4, rates);
        fill(world, 20, 30, 1);
        world.connections(4);
        world.time.advance(Duration.ofMillis(700));
        assertThat(world.trueMegabits()).isZero();
        assertThat(world.loop.limitOf(world.pipe(1)).orElse("")).contains("has been asked");
        world.time.advance(Duration.ofSeconds(30));
        // A fifth of a minute's worth may be saved.
        assertThat(world.trueMegabits()).isBetween(0.8 * 8 * 30, 8 * 30 + 0.2 * 8 * 60);
    }

    /// A source without a map stops nothing.
    @Test
    void pipesThatTheMapWasAskedForInVainShareTheBound() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), BoundSettings.DEFAULT);
        world.bound(48);
        world.mapLoop(false);
        world.time.advance(Duration.ofMillis(200));
        world.pipes(4, 16, 16);
        fill(world, 2, 200, 10);
        world.connections(4);
        assertThat(world.dataPlane.running()).isZero();
        world.time.advance(Duration.ofSeconds(60));
        assertThat(world.dataPlane.running()).isEqualTo(3);
    }

    /// Files of 8 ms on one connection of 1 Gbit/s: a hundred seconds' worth would pass before the first look.
    @Test
    void filesThatBeginAndEndBetweenTwoLooksArePaidForBeforeTheNextBegins() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.pipes(4, 1000);
        world.bound(10);
        fill(world, 1, 400, 1);
        world.connections(1);
        world.time.advance(Duration.ofMillis(500));
        assertThat(world.trueMegabits()).isLessThanOrEqualTo(3 * 8);
        world.time.advance(Duration.ofSeconds(30));
        assertThat(world.trueMegabits()).isBetween(0.8 * 10 * 30, 10 * 30 + 0.2 * 10 * 60);
    }

    /// The first file of a pipe is slow: a cold storage, a long way on which TCP begins slowly. What it taught does not
    /// fill the bound with connections that carry three times as much.
    @Test
    void aFirstFileThatIsSlowDoesNotFillTheBoundWithTooMany() {
        for (double marker : new double[] {0, 1, 2, 5}) {
            BoundWorld world = new BoundWorld(BoundWorld.storages(0.2, marker, 0.1), BoundSettings.DEFAULT);
            world.pipes(20, 3);
            world.bound(48);
            world.add(0, 4);
            fill(world, 1, 600, 10);
            world.connections(16);
            double most = 0;
            for (int second = 0; second < 250; second++) {
                world.time.advance(Duration.ofSeconds(1));
                world.dataPlane.carries(world.pipe(0), 9e6);
                most = Math.max(most, world.dataPlane.carriedBps() / 1e6);
            }
            // What each has outstanding between two markers is not seen: two or three too many for a while.
            assertThat(most).as("markers every %s s", marker).isLessThanOrEqualTo(48 + (marker < 2 ? 9 : 27));
            double mean = world.means(10, 10, null).stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
            assertThat(mean).as("markers every %s s", marker).isBetween(0.95 * 48, 1.02 * 48);
        }
    }

    @Test
    void atEveryMomentNothingStartsThatDoesNotFitBesideOthers() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.1, 1, 0.1), AT_EVERY_MOMENT);
        world.pipes(10, 16, 16, 16);
        world.bound(40);
        fill(world, 3, 100, 10);
        world.connections(5);
        world.time.advance(Duration.ofSeconds(60));
        for (int step = 0; step < 400; step++) {
            world.time.advance(Duration.ofMillis(250));
            assertThat(world.dataPlane.carriedBps()).isLessThanOrEqualTo(40e6);
        }
    }

    /// Rates drawn over 1:30, bounds of any size: never more than one connection's worth above, and used.
    @Test
    void randomPipesUnderABoundKeepItAndUseIt() {
        for (int seed = 1; seed <= 8; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            int pipes = 3 + random.nextInt(20);
            double[] rates = new double[pipes];
            Arrays.setAll(rates, i -> 2 * Math.pow(30, random.nextDouble()));
            double fastest = Arrays.stream(rates).max().orElseThrow();
            double bound = fastest * (0.7 + 4 * random.nextDouble());
            BoundWorld world = new BoundWorld(BoundWorld.storages(0.2, random.nextInt(3), 0.2), BoundSettings.DEFAULT);
            world.pipes(40, rates);
            world.bound(bound);
            double[] added = new double[pipes];
            for (int i = 0; i < 300 * pipes; i++) {
                // Files of 2 to 12 s.
                added[i % pipes] += world.add(i % pipes, rates[i % pipes] / 8 * (2 + 10 * random.nextDouble()));
            }
            world.connections(30);
            world.time.advance(Duration.ofSeconds(200));
            List<Double> means = new ArrayList<>(world.means(60, 10, null));
            double mean =
                    means.stream().mapToDouble(Double::doubleValue).average().orElse(0);
            double worst = means.stream().mapToDouble(Double::doubleValue).max().orElse(0);
            String name = "seed " + seed + ", bound " + bound + ", fastest " + fastest + ", mean " + mean + ", worst "
                    + worst;
            assertThat(worst).as(name).isLessThanOrEqualTo(bound + fastest);
            assertThat(mean).as(name).isBetween(0.95 * bound, 1.03 * bound);
            for (int i = 0; i < pipes; i++) {
                assertThat(world.trueMegabits(i)).as("%s pipe %s", name, i).isPositive();
            }
        }
    }

    /// Every pipe of a bound has its turn in bounded time, however fast its connections are.
    @Test
    void pipesOfABoundTakeTurns() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.1, 1, 0.1), BoundSettings.DEFAULT);
        // The last one takes nearly all of the bound.
        world.pipes(10, 4, 4, 4, 4, 38);
        world.bound(40);
        for (int i = 0; i < 4000; i++) {
            world.add(i % 5, (i % 5 == 4 ? 38 : 4) * 5 / 8.0);
        }
        world.connections(10);
        world.time.advance(Duration.ofMinutes(2));
        double[] before = new double[5];
        for (int round = 0; round < 10; round++) {
            Arrays.setAll(before, world::trueMegabits);
            world.time.advance(Duration.ofSeconds(60));
            for (int pipe = 0; pipe < 5; pipe++) {
                assertThat(world.trueMegabits(pipe) - before[pipe])
                        .as("round %s pipe %s", round, pipe)
                        .isPositive();
            }
        }
    }

    /// Ten connections in all; atlas has ten pipes that want them, cms one that is guaranteed 64 Mbit/s.
    @Test
    void connectionsThatAGuaranteeNeedsComeFirst() {
        UserId atlas = UserId.of("atlas");
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.1, 1, 0.1), BoundSettings.DEFAULT);
        world.pipes(10, 16);
        double[] others = new double[10];
        Arrays.fill(others, 16);
        world.pipes(atlas, 10, others);
        world.loop.writer().totalLimitSet(10);
        world.loop.writer().resourceControlSet(new Guarantee(BoundWorld.CMS, ResourceSet.ALL_LINKS.name(), 64e6));
        for (int i = 0; i < 11 * 300; i++) {
            world.add(i % 11, 10);
        }
        world.connections(10);
        world.time.advance(Duration.ofSeconds(60));
        double before = world.trueMegabits(0);
        world.time.advance(Duration.ofSeconds(200));
        assertThat((world.trueMegabits(0) - before) / 200).isBetween(55.0, 80.0);
    }

    private static void fill(BoundWorld world, int pipes, int filesEach, double megabytes) {
        for (int i = 0; i < pipes * filesEach; i++) {
            world.add(i % pipes, megabytes);
        }
        world.time.settle();
    }

    /// Twenty files of 125 s run when a bound of three connections is set: they go on, but are no debt of a bound that
    /// did not hold when they began.
    @Test
    void filesThatRanBeforeABoundWasSetAreNotPaidFor() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.3, 1, 0.2), BoundSettings.DEFAULT);
        world.pipes(20, 16);
        for (int i = 0; i < 100; i++) {
            world.add(0, 250 + 10 * (i % 20));
        }
        world.connections(20);
        world.means(1, 30, null);
        world.bound(48);
        List<Double> after = world.means(20, 30, null);
        // The last file that ran before has ended after 250 s at the latest.
        assertThat(after.subList(9, 20)).allSatisfy(mbps -> assertThat(mbps).isBetween(40.0, 64.0));
    }

    /// The same when a bound is lowered.
    @Test
    void filesThatRanBeforeABoundWasLoweredAreNotPaidFor() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.3, 1, 0.2), BoundSettings.DEFAULT);
        world.pipes(20, 16);
        for (int i = 0; i < 200; i++) {
            world.add(0, 250 + 10 * (i % 20));
        }
        world.connections(20);
        world.bound(320);
        world.means(10, 30, null);
        world.bound(48);
        List<Double> after = world.means(20, 30, null);
        assertThat(after.subList(9, 20)).allSatisfy(mbps -> assertThat(mbps).isBetween(40.0, 64.0));
    }

    /// One file of 50 s runs, of which nothing is known, when a bound is set that it alone exceeds.
    @Test
    void theOneFileThatRanBeforeABoundWasSetIsNotPaidFor() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.pipes(1, 20);
        world.add(0, 125);
        world.connections(1);
        world.time.advance(Duration.ofSeconds(8));
        world.bound(8);
        fill(world, 1, 10, 2.5);
        world.time.advance(Duration.ofSeconds(46));
        assertThat(world.dataPlane.startsOf(world.pipe(0))).isGreaterThan(1);
    }

    /// One pipe with a connection of 20 Mbit/s under a bound of 8, and thirty files.
    private static BoundWorld fasterThanItsBound(double megabytesEach) {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.pipes(1, 20);
        world.bound(8);
        fill(world, 1, 30, megabytesEach);
        world.connections(1);
        return world;
    }

    /// One connection is faster than the bound, so that each file is paid for when it has ended: not less for a bound
    /// that is lowered by a hundredth every few seconds.
    @Test
    void aBoundThatMovesALittleForgetsNoDebt() {
        BoundWorld world = fasterThanItsBound(37.5);
        for (int second = 0; second < 300; second += 3) {
            world.bound(second % 2 == 0 ? 7.9 : 8);
            world.time.advance(Duration.ofSeconds(3));
        }
        assertThat(world.trueMegabits(0) / 300).isBetween(6.0, 9.0);
    }

    /// The file of 30 s takes 45 s more to be paid for, also if the pipe is not in the map for a moment.
    @Test
    void aBoundWhosePipesAreGoneForAMomentForgetsNoDebt() {
        BoundWorld world = fasterThanItsBound(75);
        for (int second = 0; second < 300; second += 5) {
            world.time.advance(Duration.ofSeconds(4));
            if (world.dataPlane.running() == 0) {
                world.connections(0);
                world.mapWithoutPipes();
                world.map();
                world.connections(1);
            }
            world.time.advance(Duration.ofSeconds(1));
        }
        assertThat(world.trueMegabits(0) / 300).isBetween(6.0, 10.0);
    }

    /// The map knows only the storages while the server that knows the links has not answered.
    @Test
    void nothingStartsUntilTheSourceOfTheMapHasAnswered() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(8);
        double[] fast = new double[20];
        Arrays.fill(fast, 20);
        world.pipes(10, fast);
        world.mapAwaited();
        fill(world, 20, 3, 2.5);
        world.connections(2);
        world.time.advance(Duration.ofSeconds(3));
        assertThat(world.dataPlane.running()).isZero();
        world.map();
        world.time.advance(Duration.ofSeconds(20));
        assertThat(world.trueMegabits()).isLessThan(20 * 8 + 20 * 8);
    }

    @Test
    void aSourceThatDoesNotAnswerIsNotWaitedForForEver() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(48);
        world.pipes(10, 16, 16, 16, 16);
        world.mapAwaited();
        fill(world, 4, 60, 10);
        world.connections(2);
        world.time.advance(Duration.ofSeconds(9));
        assertThat(world.dataPlane.running()).isZero();
        world.time.advance(Duration.ofSeconds(91));
        // A fifth of a minute's worth may be saved.
        assertThat(world.trueMegabits()).isBetween(0.8 * 48 * 90, 48 * 90 + 0.2 * 48 * 60);
    }

    /// An ALTO server that knows no path of sixty pipes: each had as many connections as n, whatever the bound.
    @Test
    void pipesOfWhichTheMapTellsNothingKeepABoundTogether() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(8);
        double[] fast = new double[60];
        Arrays.fill(fast, 6);
        world.pipes(10, fast);
        world.mapOfStorages(PipeMapping.unmapped("omitted"));
        fill(world, 60, 20, 2.5);
        world.connections(2);
        world.time.advance(Duration.ofMinutes(5));
        // A fifth of a minute's worth may be saved.
        assertThat(world.trueMegabits()).isBetween(0.8 * 8 * 300, 8 * 300 + 0.2 * 8 * 60);
    }

    /// A server without a map knows no links: a bound on links was not kept.
    @Test
    void soDoPipesOfAServerWithoutAMap() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(8);
        world.pipes(10, 6, 6, 6);
        world.mapOfStorages(null);
        fill(world, 3, 400, 2.5);
        world.connections(4);
        world.time.advance(Duration.ofMinutes(5));
        assertThat(world.trueMegabits()).isBetween(0.8 * 8 * 300, 8 * 300 + 0.2 * 8 * 60);
    }

    /// The bound holds for storages, which are known: links that are not do not matter to it.
    @Test
    void aBoundOnWhatIsKnownIsKeptThereAlone() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(ResourceSet.ALL_STORAGES, new Bound.Rate(48e6));
        world.pipes(10, 16, 16);
        world.mapOfStorages(PipeMapping.unmapped("omitted"));
        fill(world, 2, 400, 10);
        world.connections(8);
        world.time.advance(Duration.ofSeconds(60));
        assertThat(world.dataPlane.running()).isEqualTo(3);
        assertThat(world.loop.limitOf(world.pipe(1)).orElse("")).contains("the bound of cms on read:https://a, 48");
    }

    /// A part of a capacity that nobody knows is no bound.
    @Test
    void aPartOfAnUnknownCapacityLimitsNothing() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(ResourceSet.ALL_LINKS, new Bound.CapacityShare(0.1));
        world.pipes(10, 16, 16);
        world.mapOfStorages(PipeMapping.unmapped("omitted"));
        fill(world, 2, 400, 10);
        world.connections(8);
        world.time.advance(Duration.ofSeconds(20));
        assertThat(world.dataPlane.running()).isEqualTo(16);
    }

    /// Names of sets may be as long as those of resources.
    @Test
    void aLongNameOfASetDoesNotEndTheLoop() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), BoundSettings.DEFAULT);
        ResourceSet long255 = new ResourceSet(ResourceSetName.of("x".repeat(255)), List.of("link:z>*"));
        world.loop.writer().resourceSetDeclared(long255);
        world.withoutMap();
        world.bound(long255, new Bound.Rate(48e6));
        world.pipes(10, 16);
        world.mapOfStorages(PipeMapping.unmapped("omitted"));
        fill(world, 1, 400, 10);
        world.connections(8);
        world.time.advance(Duration.ofMinutes(1));
        assertThat(world.dataPlane.running()).isEqualTo(3);
    }

    /// A map that comes and goes: each time what the pipes had moved before was forgiven, and with files that take
    /// longer than it takes to come back all that runs. Two and a half times the bound were moved.
    @Test
    void aMapThatComesAndGoesForgivesNothing() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.bound(8);
        double[] fast = new double[20];
        Arrays.fill(fast, 20);
        world.pipes(4, fast);
        fill(world, 20, 20, 25);
        world.connections(1);
        world.time.advance(Duration.ofMinutes(1));
        double before = world.trueMegabits();
        for (int seconds = 0; seconds < 300; seconds += 10) {
            world.mapOfStorages(PipeMapping.unmapped("omitted"));
            world.time.advance(Duration.ofSeconds(5));
            world.map();
            world.time.advance(Duration.ofSeconds(5));
        }
        // A fifth of a minute's worth may be saved, and a file of 200 Mbit is paid for after it has ended.
        assertThat(world.trueMegabits() - before).isBetween(0.7 * 8 * 300, 8 * 300 + 0.2 * 8 * 60 + 200);
    }
}
