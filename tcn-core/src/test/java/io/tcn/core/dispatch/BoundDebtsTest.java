// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.ResourceId;
import io.tcn.core.port.PipeMapping;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What bounds have counted while the map changes. Rates in Mbit/s, sizes in MB.
class BoundDebtsTest {
    private static final PipeMapping OMITTED = PipeMapping.unmapped("omitted");
    private static final ResourceId OTHER = ResourceId.of("link:x>z");

    /// A pipe that has moved nothing pays for nobody: its link is new to the user.
    @Test
    void aNewPipeDoesNotPayForThoseOfWhichTheMapTellsNothing() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(8);
        world.pipes(10, 20);
        world.mapOfStorages(OMITTED);
        world.add(0, 1500);
        world.connections(1);
        world.time.advance(Duration.ofSeconds(602));
        world.pipes(10, 6);
        world.mapOf(Map.of(0, BoundWorld.STORAGE, 1, BoundWorld.LINK), Map.of(0, OMITTED, 1, PipeMapping.MAPPED));
        world.add(1, 2.5);
        world.connections(1);
        world.time.advance(Duration.ofSeconds(30));
        assertThat(world.trueMegabits(1)).isPositive();
    }

    /// One link is in debt when the map does not tell any way for a moment; the others are not afterwards either.
    @Test
    void aMomentWithoutMapDoesNotPutOtherLinksInDebt() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(8);
        world.pipes(10, 20, 6);
        Map<Integer, ResourceId> ways = Map.of(0, BoundWorld.LINK, 1, OTHER);
        world.mapOf(ways, Map.of());
        world.add(0, 1500);
        world.add(1, 2.5);
        world.connections(1);
        world.time.advance(Duration.ofSeconds(602));
        world.mapOfStorages(OMITTED);
        world.time.advance(Duration.ofSeconds(5));
        world.mapOf(ways, Map.of());
        double before = world.trueMegabits(1);
        world.add(1, 2.5);
        world.time.advance(Duration.ofSeconds(30));
        assertThat(world.trueMegabits(1)).isGreaterThan(before);
        double owed = world.trueMegabits(0);
        world.add(0, 25);
        world.time.advance(Duration.ofMinutes(2));
        assertThat(world.trueMegabits(0)).as("who is in debt waits as before").isEqualTo(owed);
    }

    /// Each time the map tells another way, a pipe would have been forgiven what it had moved.
    @Test
    void aPipeThatIsLedElsewhereAgainAndAgainOwesWhatItHasMoved() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(8);
        world.pipes(4, 40);
        world.mapOf(Map.of(0, BoundWorld.LINK), Map.of());
        for (int file = 0; file < 60; file++) {
            world.add(0, 25);
        }
        world.connections(1);
        for (int change = 0; change < 60; change++) {
            world.time.advance(Duration.ofSeconds(7));
            world.mapOf(Map.of(0, ResourceId.of("link:x>" + change)), Map.of());
        }
        // Of each minute a fifth may be saved; one file of 200 Mbit is paid for after it has ended.
        assertThat(world.trueMegabits()).isBetween(0.7 * 8 * 420, 8 * 420 + 0.2 * 8 * 60 + 200);
    }

    /// What ran when a bound was set is not owed; what begins after it has gone elsewhere is.
    @Test
    void whatRanWhenTheBoundWasSetDoesNotPayForWhatBeginsLater() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.pipes(10, 16, 20);
        for (int file = 0; file < 10; file++) {
            world.add(0, 1000);
        }
        world.connections(10);
        world.time.advance(Duration.ofSeconds(5));
        world.bound(8);
        world.time.advance(Duration.ofSeconds(5));
        world.mapOf(Map.of(0, OTHER, 1, BoundWorld.LINK), Map.of());
        world.add(1, 75);
        world.add(1, 75);
        world.connections(1);
        world.time.advance(Duration.ofSeconds(35));
        assertThat(world.dataPlane.startsOf(world.pipe(1))).isEqualTo(1);
    }

    /// Nothing limits the pipes, which the map did not tell before: the bound on links concerns no link any more.
    @Test
    void whatTheMapSaysOfAPipeCountsEvenIfItsResourcesStay() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 0, 0), BoundSettings.DEFAULT);
        world.withoutMap();
        world.bound(48);
        world.pipes(10, 16, 16);
        world.mapOfStorages(OMITTED);
        for (int file = 0; file < 400; file++) {
            world.add(file % 2, 10);
        }
        world.connections(8);
        world.time.advance(Duration.ofMinutes(1));
        assertThat(world.dataPlane.running()).isEqualTo(3);
        world.mapOfStorages(PipeMapping.NO_LIMIT);
        world.time.advance(Duration.ofSeconds(5));
        assertThat(world.dataPlane.running()).isEqualTo(16);
    }

    /// A change of the bound and of the map in one step, whichever pipe comes first.
    @Test
    void aDebtGoesWithThePipeAlsoWhereTheBoundChanges() {
        Map<Boolean, Integer> starts = new HashMap<>();
        for (boolean first : new boolean[] {true, false}) {
            BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
            world.withoutMap();
            world.bound(8);
            world.pipes(10, 20, 20);
            int moves = first ? 0 : 1;
            int stays = first ? 1 : 0;
            world.mapOf(Map.of(0, BoundWorld.LINK, 1, BoundWorld.LINK), Map.of());
            world.add(moves, 750);
            world.connections(1);
            world.time.advance(Duration.ofSeconds(302));
            world.changeBoundUnseen(10);
            world.mapOf(Map.of(moves, OTHER, stays, BoundWorld.LINK), Map.of());
            world.add(moves, 25);
            world.time.advance(Duration.ofMinutes(1));
            starts.put(first, world.dataPlane.startsOf(world.pipe(moves)));
        }
        assertThat(starts).containsOnly(Map.entry(true, 1), Map.entry(false, 1));
    }
}
