// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowthCheckTest {
    private static final double GBPS = 1e9;

    private final GrowthCheck growth = new GrowthCheck();

    private void see(double connections, double carriedGbps) {
        growth.see(0, connections, carriedGbps * GBPS, 0.1 * GBPS);
    }

    @Test
    void lessWithMoreConnectionsIsWorseUntilTheyAreGone() {
        growth.adopt(1);
        see(81, 22);
        see(101, 19);
        assertThat(growth.isWorse(0)).isTrue();
        assertThat(growth.connections(0)).isEqualTo(81);
        // Files have not ended.
        see(99, 19);
        assertThat(growth.isWorse(0)).isTrue();
        see(82, 22);
        assertThat(growth.isWorse(0)).isFalse();
    }

    @Test
    void whatIsWithinTheErrorsIsNotWorse() {
        growth.adopt(1);
        see(81, 22);
        // Two standard errors of the difference are 0.28, and three parts in a hundred 0.66.
        see(101, 21.1);
        assertThat(growth.isWorse(0)).isFalse();
    }

    @Test
    void lessWithAsManyAsBeforeIsAnotherNetwork() {
        growth.adopt(1);
        see(81, 22);
        see(81, 11);
        see(101, 13);
        assertThat(growth.isWorse(0)).isFalse();
    }
}
