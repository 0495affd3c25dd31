// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.model.Resource;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.oracle.ClairvoyantOptimum;
import io.tcn.sim.oracle.GroupFloor;
import io.tcn.sim.oracle.Optimum;
import io.tcn.sim.oracle.Situation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class WorldGeneratorTest {
    private static World world(String traits, long seed) {
        return WorldGenerator.generate(WorldTraits.parse(traits), seed, 200);
    }

    private static double capacityBps(World world, int resource) {
        return world.network().flows().capacityBps(resource, 0);
    }

    @Test
    void theSameSeedMakesTheSameWorldWhateverIsSeenOfIt() {
        World quiet = world("knee=40,loss=0.02", 3);
        World noisy = world("knee=40,loss=0.02,noise=0.1,markers=5,wrong=0.5", 3);

        assertThat(noisy.pipes()).isEqualTo(quiet.pipes());
        assertThat(noisy.network().resources()).isEqualTo(quiet.network().resources());
        assertThat(noisy.network().rttSeconds()).isEqualTo(quiet.network().rttSeconds());
        assertThat(world("knee=40,loss=0.02", 4).network().resources())
                .isNotEqualTo(quiet.network().resources());
    }

    /// Worlds of neighbouring seeds had the same ceilings but for one, each a place further on.
    @Test
    void worldsOfDifferentSeedsHaveNothingInCommon() {
        Set<Double> ceilings = new HashSet<>();
        for (long seed = 1; seed <= 20; seed++) {
            World world = world("topology=link", seed);
            for (int i = 0; i < world.pipes().size(); i++) {
                ceilings.add(world.network().flows().ceilingBps(i));
            }
        }
        assertThat(ceilings).hasSize(20 * 30);
    }

    @Test
    void connectionsDifferAsFarAsTheyAreToAndDeteriorationBeginsWhereItIsSaid() {
        World world = world("topology=random,ratio=30,most=0.1,knee=20,loss=0.05", 5);
        double[] parts = new double[30];
        for (int i = 0; i < parts.length; i++) {
            double narrowest = world.network().path(i).stream()
                    .mapToDouble(r -> capacityBps(world, r))
                    .min()
                    .orElseThrow();
            parts[i] = world.network().flows().ceilingBps(i) / narrowest;
        }
        assertThat(DoubleStream.of(parts).boxed()).allMatch(part -> part <= 0.1 + 1e-12 && part >= 0.1 / 30 - 1e-12);
        for (int r = 0; r < world.network().resources().size(); r++) {
            assertThat(world.network().flows().capacityBps(r, 20)).isEqualTo(capacityBps(world, r));
            assertThat(world.network().flows().capacityBps(r, 22) / capacityBps(world, r))
                    .isBetween(0.9 - 1e-9, 0.9 + 1e-9);
        }
    }

    @Test
    void theMapTellsCapacitiesOnlyAndMayBeWrongOrSilent() {
        World wrong = world("wrong=0.5", 1);
        assertThat(wrong.knowledge()).isEqualTo(Knowledge.CAPACITIES);
        for (int r = 0; r < wrong.network().resources().size(); r++) {
            double told = wrong.believed().flows().capacityBps(r, 0) / capacityBps(wrong, r);
            assertThat(Math.abs(told - 1)).isBetween(0.1 - 1e-9, 0.5 + 1e-9);
        }
        World hidden = world("hidden=0.4", 1);
        assertThat(hidden.hidden()).isNotEmpty();
        assertThat(hidden.network().resources())
                .filteredOn(resource -> hidden.hidden().contains(resource.id()))
                .allMatch(resource -> resource.kind() == Resource.Kind.STORAGE_WRITE);
    }

    @Test
    void backgroundChangesLinksAndNothingElse() {
        World world = world("background=0.5", 2);

        assertThat(world.changes()).hasSize(7);
        World.Change first = world.changes().getFirst();
        assertThat(first.network().hasSameShape(world.network())).isTrue();
        for (int r = 0; r < world.network().resources().size(); r++) {
            double left = first.network().flows().capacityBps(r, 0) / capacityBps(world, r);
            boolean isLink = world.network().resources().get(r).kind() == Resource.Kind.LINK;
            assertThat(left).isBetween(isLink ? 0.5 - 1e-9 : 1.0, 1.0);
        }
        assertThat(world.networkIn(15)).isSameAs(world.network());
        assertThat(world.networkIn(16)).isSameAs(first.network());
    }

    @Test
    void boundsAreOddAndDifferFromUserToUser() {
        World world = world("bound=0.3", 2);

        assertThat(world.controls()).hasSize(3);
        assertThat(new HashSet<>(world.controls())).hasSize(3);
        assertThat(world.bounds()).isNotEmpty();
    }

    @Test
    void whatIsGuaranteedCanBeKept() {
        for (long seed = 1; seed <= 6; seed++) {
            World world = world("guarantee=0.4,most=0.05", seed);
            List<GroupFloor> floors = world.claims().floors();
            assertThat(floors).isNotEmpty();
            assertThat(world.controls()).hasSameSizeAs(floors);
            Situation situation = Situation.of(world.network(), world.limits(), List.of());
            Optimum free = ClairvoyantOptimum.of(situation, ClairvoyantOptimum.Effort.QUICK);
            Optimum kept = ClairvoyantOptimum.of(situation.withFloors(floors), ClairvoyantOptimum.Effort.QUICK);
            double[] throughputBps = kept.throughputBps().stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            assertThat(kept.excess()).isZero();
            assertThat(floors)
                    .allSatisfy(
                            floor -> assertThat(floor.shortfall(throughputBps)).isLessThan(1e-6));
            assertThat(kept.ceilingBps()).isLessThanOrEqualTo(free.ceilingBps() * (1 + 1e-9));
        }
    }

    @Test
    void onlyWhatUsersAreGuaranteedOrTheirWeightsAreDifferentFromAWorldWithout() {
        World plain = world("most=0.05", 3);
        World weighted = world("most=0.05,weights=8", 3);

        assertThat(weighted.network().resources()).isEqualTo(plain.network().resources());
        assertThat(weighted.pipes()).isEqualTo(plain.pipes());
        assertThat(plain.claims()).isEqualTo(Claims.NONE);
        assertThat(weighted.claims().weights()).hasSize(3).allMatch(weight -> weight >= 1 && weight <= 8);
    }

    @Test
    void worldsAreFoundOnAllTopologies() {
        Set<Integer> sizes = new HashSet<>();
        for (String topology : WorldTraits.TOPOLOGIES) {
            World world = world("pipes=50,topology=" + topology, 7);
            assertThat(world.pipes()).hasSize(50);
            sizes.add(world.network().resources().size());
        }
        assertThat(sizes).hasSizeGreaterThan(3);
    }

    @Test
    void traitsAreReadAsTheyAreWritten() {
        for (RealFamily family : RealFamily.ALL) {
            assertThat(WorldTraits.parse(family.traits().toString())).isEqualTo(family.traits());
        }
        for (List<String> bad : List.of(
                List.of("pipes=0", "pipes must be"),
                List.of("colour=red", "no trait \"colour\""),
                List.of("noise=much", "must be a number"),
                List.of("files=perhaps", "true or false"),
                List.of("noise", "name=value"),
                List.of("topology=moon", "zoo-abilene-2005"))) {
            assertThatThrownBy(() -> WorldTraits.parse(bad.getFirst()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(bad.getLast());
        }
    }
}
