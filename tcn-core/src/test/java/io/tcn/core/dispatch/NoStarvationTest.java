// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random pipes of two users under random bounds, guarantees and limits: no pipe waits for ever, and all that was
/// queued runs.
class NoStarvationTest {
    @Test
    void everyPipeStartsSomethingInBoundedTimeAndEveryTransferRuns() {
        for (int seed = 1; seed <= 24; seed++) {
            run(seed);
        }
    }

    private static void run(int seed) {
        Random random = Random.from(new SplittableRandom(seed));
        BoundSettings bounds =
                random.nextBoolean() ? BoundSettings.DEFAULT : BoundSettings.DEFAULT.withWindow(Duration.ZERO);
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.2, random.nextInt(3), 0.1), bounds);
        int ours = 2 + random.nextInt(6);
        int theirs = 1 + random.nextInt(4);
        double[] rates = new double[ours];
        Arrays.setAll(rates, i -> 2 * Math.pow(30, random.nextDouble()));
        double[] others = new double[theirs];
        Arrays.fill(others, 10);
        UserId atlas = UserId.of("atlas");
        world.pipes(20, rates);
        world.pipes(atlas, 20, others);
        double bound = 5 + 80 * random.nextDouble();
        world.bound(bound);
        int total = random.nextInt(3) == 0 ? EndpointLimit.UNLIMITED : 1 + random.nextInt(8);
        if (total != EndpointLimit.UNLIMITED) {
            world.loop.writer().totalLimitSet(total);
        }
        if (random.nextBoolean()) {
            // More than there can be: whoever is guaranteed it must not keep the others out.
            world.loop.writer().resourceControlSet(new Guarantee(atlas, ResourceSet.ALL_LINKS.name(), 1e9));
        }
        int each = 40;
        double megabits = 0;
        for (int i = 0; i < each * (ours + theirs); i++) {
            int pipe = i % (ours + theirs);
            double rate = pipe < ours ? rates[pipe] : 10;
            double seconds = 1 + 4 * random.nextDouble();
            megabits += pipe < ours ? rate * seconds : 0;
            world.add(pipe, rate * seconds / 8, 1 + random.nextInt(5));
        }
        world.connections(1 + random.nextInt(6));
        // A turn of all pipes takes this long at most: by the bound, and by connections one after the other.
        double turn = 4 * (megabits / each / bound + (ours + theirs) * 6) + 120;
        int[] before = new int[ours + theirs];
        int rounds = 0;
        boolean allStarted = false;
        while (!allStarted) {
            Arrays.setAll(before, pipe -> world.dataPlane.startsOf(world.pipe(pipe)));
            world.time.advance(BoundWorld.seconds(turn));
            for (int pipe = 0; pipe < ours + theirs; pipe++) {
                if (before[pipe] < each) {
                    assertThat(world.dataPlane.startsOf(world.pipe(pipe)))
                            .as("seed %s, round %s, pipe %s", seed, rounds, pipe)
                            .isGreaterThan(before[pipe]);
                }
            }
            rounds++;
            allStarted = Arrays.stream(before).allMatch(starts -> starts == each);
        }
        assertThat(world.dataPlane.running()).as("seed %s", seed).isZero();
    }
}
