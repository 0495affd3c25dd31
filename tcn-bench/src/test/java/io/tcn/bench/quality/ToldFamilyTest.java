// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.Resource;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ToldFamilyTest {
    private static ToldFamily family(String name) {
        return ToldFamily.ALL.stream()
                .filter(family -> family.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static World world(String name, long seed) {
        return family(name).world(seed, 200);
    }

    @Test
    void familiesOfOneSizeHaveTheSamePipesForTheSameSeed() {
        List<Pipe> pipes = world("unbounded-30", 4).pipes();

        assertThat(pipes).hasSize(30);
        for (ToldFamily family : ToldFamily.ALL) {
            if (family.pipes() == 30) {
                assertThat(family.world(4, 200).pipes()).isEqualTo(pipes);
            }
        }
        assertThat(world("unbounded-30", 5).pipes()).isNotEqualTo(pipes);
        assertThat(world("unbounded-300", 4).pipes()).hasSize(300);
    }

    @Test
    void pipesAreInTheOrderOfTheNetworkAndEndAtLargeSites() {
        for (ToldFamily family : ToldFamily.ALL) {
            World world = family.world(1, 200);
            assertThat(world.network().pipes())
                    .isEqualTo(world.pipes().stream().map(Pipe::id).toList());
        }
        for (Resource resource : world("unbounded-300", 1).network().resources()) {
            if (resource.kind() != Resource.Kind.LINK) {
                assertThat(resource.knownCapacityBps().orElseThrow()).isBetween(100e9, 400e9);
            }
        }
    }

    @Test
    void aBoundIsAFifthOfTheLinkForEachUser() {
        World world = world("bounded-30", 1);

        assertThat(world.controls()).hasSize(3);
        assertThat(world.bounds()).isNotEmpty().allSatisfy(bound -> {
            Pipe first = world.pipes().get(bound.pipes().getFirst());
            assertThat(bound.pipes())
                    .allMatch(pipe -> world.pipes().get(pipe).user().equals(first.user()));
            assertThat(world.network().resources().stream()
                            .filter(resource -> resource.kind() == Resource.Kind.LINK)
                            .map(resource -> 0.2 * resource.knownCapacityBps().orElseThrow()))
                    .contains(bound.limitBps());
        });
    }

    @Test
    void hiddenStoragesAreSmallAndNotTold() {
        World world = world("hidden-storage-30", 1);

        for (Resource resource : world.network().resources()) {
            boolean storage = resource.kind() != Resource.Kind.LINK;
            assertThat(world.hidden().contains(resource.id())).isEqualTo(storage);
            if (storage) {
                assertThat(resource.knownCapacityBps().orElseThrow()).isBetween(20e9, 120e9);
            }
        }
    }

    @Test
    void allLinksHalveAndStoragesStay() {
        World world = world("halved-30", 1);
        assertThat(world.changes()).hasSize(1);
        World.Change change = world.changes().getFirst();
        assertThat(change.network().hasSameShape(world.network())).isTrue();
        for (int r = 0; r < world.network().resources().size(); r++) {
            Resource before = world.network().resources().get(r);
            double factor = before.kind() == Resource.Kind.LINK ? 0.5 : 1;
            assertThat(change.network().flows().capacityBps(r, 0))
                    .isEqualTo(factor * before.knownCapacityBps().orElseThrow());
        }
        assertThat(world.networkIn(60)).isSameAs(world.network());
        assertThat(world.networkIn(61)).isSameAs(change.network());
    }

    @Test
    void aboutHalfOfThePipesAreBusyAndAFewChangeEachInterval() {
        Activity activity = Activity.poisson(30, 2000, 10, new SplittableRandom(1));
        long busy = 0;
        long changes = 0;
        for (int interval = 2; interval <= 2000; interval++) {
            for (int pipe = 0; pipe < 30; pipe++) {
                busy += activity.isBusy(pipe, interval) ? 1 : 0;
                changes += activity.isBusy(pipe, interval) == activity.isBusy(pipe, interval - 1) ? 0 : 1;
            }
        }
        assertThat(busy / (30.0 * 1999)).isBetween(0.45, 0.55);
        // 30 pipes change every 10.5 intervals: rounded up, times are half an interval longer.
        assertThat(changes / 1999.0).isBetween(2.6, 3.1);
    }
}
