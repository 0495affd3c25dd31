// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The real loops on random fluid networks with all details, faults and background traffic switched on at random:
/// the laws of the model hold after every event.
class InvariantsTest {
    private static final int SCENARIOS = 1000;

    @Test
    void theLawsHoldAfterEveryEventOfAThousandRandomScenarios() {
        for (long seed = 1; seed <= SCENARIOS; seed++) {
            try {
                new RandomWorld(seed).run();
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("seed " + seed, broken);
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameRunToTheLastByteAndNanosecond() {
        for (long seed = 1; seed <= 50; seed++) {
            RandomWorld one = new RandomWorld(seed);
            RandomWorld other = new RandomWorld(seed);
            one.run();
            other.run();

            assertThat(one.outcome()).as("seed %d", seed).isEqualTo(other.outcome());
        }
    }
}
