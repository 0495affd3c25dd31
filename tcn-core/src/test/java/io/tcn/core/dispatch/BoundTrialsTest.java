// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Pipes of which nothing is known under a bound, after others have come, gone, hung or been idle. Rates in Mbit/s,
/// sizes in MB.
class BoundTrialsTest {
    /// A pipe that is idle for minutes is unknown for a moment when it moves again.
    @Test
    void onePipeThatComesAndGoesIsOneKnownPipe() {
        BoundWorld world = world(48, rates(21, 40, 0, 1));
        world.connections(2);
        for (int burst = 0; burst < 6; burst++) {
            world.add(0, 0.03);
            world.time.advance(Duration.ofSeconds(3));
            world.add(0, 0.5);
            world.time.advance(Duration.ofSeconds(130));
        }
        addToEach(world, 1, 20, 500);
        assertThat(world.dataPlane.running()).isLessThanOrEqualTo(1);
    }

    /// Storages that need 40 s before each file: every pipe was silent once, with nothing open since.
    @Test
    void pipesThatWereSilentOnceAreTriedOneAtATimeAgain() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(40, 0, 0), BoundSettings.DEFAULT);
        world.bound(8);
        world.pipes(4, rates(20, 100, 0, 100));
        world.connections(1);
        addToEach(world, 0, 19, 0.01);
        world.time.advance(Duration.ofMinutes(15));
        assertThat(world.dataPlane.running()).isZero();
        addToEach(world, 0, 19, 100);
        assertThat(world.dataPlane.running()).isEqualTo(1);
    }

    @Test
    void howFastIdlePipesWereIsNotForgottenWhileTheyCount() {
        BoundWorld world = world(200, rates(25, 100, 4, 0.5));
        world.connections(1);
        addToEach(world, 0, 3, 50);
        world.time.advance(Duration.ofMinutes(2));
        world.add(4, 500);
        world.time.advance(Duration.ofHours(2));
        addToEach(world, 5, 24, 1000);
        assertThat(world.dataPlane.running()).isLessThanOrEqualTo(2);
    }

    @Test
    void theReasonNamesThePipeThatHasTheTurnNow() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.3, 5, 0), BoundSettings.DEFAULT);
        world.pipes(10, 16, 16, 16, 16);
        world.bound(48);
        addToEach(world, 0, 3, 100);
        addToEach(world, 0, 3, 100);
        world.connections(8);
        assertThat(world.loop.limitOf(world.pipe(3)).orElse("")).endsWith("now " + world.pipe(0));
        for (int second = 0; second < 60 && world.dataPlane.startsOf(world.pipe(1)) == 0; second++) {
            world.time.advance(Duration.ofSeconds(1));
        }
        assertThat(world.dataPlane.startsOf(world.pipe(1))).isPositive();
        assertThat(world.dataPlane.startsOf(world.pipe(2))).isZero();
        assertThat(world.loop.limitOf(world.pipe(3)).orElse("")).endsWith("now " + world.pipe(1));
    }

    /// Its connections carry five times the bound: it may begin when nothing moves.
    @Test
    void aConnectionThatHangsDoesNotKeepAFastPipeOut() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.bound(8);
        world.pipes(4, 1e-7, 40);
        world.connections(1);
        for (int file = 0; file < 2; file++) {
            world.add(1, 600);
            world.time.advance(Duration.ofMinutes(15));
        }
        assertThat(world.dataPlane.startsOf(world.pipe(1))).isEqualTo(2);
        world.add(0, 10);
        world.time.advance(Duration.ofSeconds(40));
        world.add(1, 600);
        world.time.advance(Duration.ofSeconds(5));
        assertThat(world.loop.limitOf(world.pipe(1))).isEmpty();
        assertThat(world.dataPlane.startsOf(world.pipe(1))).isEqualTo(3);
    }

    /// A server before this one was killed while a storage copied for it: that counts as the one that is tried.
    @Test
    void nothingIsTriedBesideWhatMayStillRunOfBefore() {
        BoundWorld world = world(48, rates(4, 40, 0, 40));
        world.connections(2);
        world.loop.connectionsLeft(Map.of(world.pipe(3), 1), Duration.ofSeconds(10));
        addToEach(world, 0, 2, 100);
        assertThat(world.dataPlane.running()).isZero();
        world.time.advance(Duration.ofSeconds(10));
        assertThat(world.dataPlane.running()).isEqualTo(1);
    }

    /// What was left is over, and long after that files come: each pipe is as unknown as any.
    @Test
    void pipesOfWhichSomethingWasLeftAreTriedOneAtATime() {
        BoundWorld world = world(8, rates(4, 40, 0, 40));
        world.connections(2);
        world.loop.connectionsLeft(
                Map.of(world.pipe(0), 1, world.pipe(1), 1, world.pipe(2), 1, world.pipe(3), 1), Duration.ofSeconds(40));
        world.time.advance(Duration.ofSeconds(80));
        addToEach(world, 0, 3, 100);
        assertThat(world.dataPlane.running()).isEqualTo(1);
    }

    /// Each has its turn every 18 s, for 0.15 s: what it carried was forgotten before the next one, so that no pipe was
    /// ever known, and the user had one connection for good. Three fit, each moves a third of the time.
    @Test
    void manyPipesOfSmallFilesBecomeKnown() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.3, 0, 0), BoundSettings.DEFAULT);
        world.bound(1000);
        world.pipes(10, rates(40, 400, 0, 400));
        world.connections(10);
        for (int file = 0; file < 200; file++) {
            addToEach(world, 0, 39, 7.5);
        }
        world.time.advance(Duration.ofMinutes(2));
        double before = world.trueMegabits();
        world.time.advance(Duration.ofMinutes(1));
        assertThat((world.trueMegabits() - before) / 60).isGreaterThan(390);
    }

    private static BoundWorld world(double megabits, double[] rates) {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), BoundSettings.DEFAULT);
        world.bound(megabits);
        world.pipes(4, rates);
        return world;
    }

    /// All alike but one.
    private static double[] rates(int pipes, double megabits, int other, double otherMegabits) {
        double[] rates = new double[pipes];
        Arrays.fill(rates, megabits);
        rates[other] = otherMegabits;
        return rates;
    }

    private static void addToEach(BoundWorld world, int first, int last, double megabytes) {
        for (int pipe = first; pipe <= last; pipe++) {
            world.add(pipe, megabytes);
        }
        world.time.settle();
    }
}
