// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PatientDataPlaneTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final SmallWorld world = new SmallWorld()
            .link("quick", 8e6)
            .link("dead", 8e6)
            .pipe("p", 0, "quick")
            .pipe("q", 0, "dead");

    private final PatientDataPlane plane = new PatientDataPlane(world.fluid(), world.engine, PATIENCE);

    @BeforeEach
    void drive() {
        world.drive(plane);
    }

    @Test
    void whatMovesNothingForLongFailsAndWhatMovesSlowlyDoesNot() {
        world.start(1, "p", 400_000_000, 1);
        world.start(2, "q", 400_000_000, 1);
        world.until(10);
        world.fluid().setCapacityBps(SmallWorld.resource("dead"), 0);
        world.fluid().setCapacityBps(SmallWorld.resource("quick"), 80);

        world.until(129);
        assertThat(world.troubles).isEmpty();
        world.until(160);
        assertThat(world.troubles).hasSize(1).first().asString().matches("2 failed@1[345]\\d\\.\\d+ clean");
        world.until(2000);
        assertThat(world.troubles).hasSize(1);
    }

    @Test
    void whatIsCancelledOrMovesAgainInTimeIsNoFailure() {
        world.fluid().setCapacityBps(SmallWorld.resource("dead"), 0);
        world.start(1, "q", 1_000_000, 1);
        world.start(2, "q", 1_000_000, 1);
        world.until(100);
        plane.cancel(SmallWorld.id(2));
        world.until(110);
        world.fluid().setCapacityBps(SmallWorld.resource("dead"), 8e6);
        world.until(1000);

        assertThat(world.troubles).containsExactly("2 canceled@100.0");
        assertThat(world.finish(1)).isEqualTo(111);
    }
}
