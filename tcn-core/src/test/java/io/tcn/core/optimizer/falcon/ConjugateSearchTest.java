// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ConjugateSearchTest {
    /// Base, then one step along each axis: (2, 3), (3, 3), (2, 4).
    @Test
    void aGradientTakesOneTrialMoreThanThereAreAxes() {
        ConjugateSearch search = search();
        assertThat(search.first()).containsExactly(2, 3);
        assertThat(search.next(1)).containsExactly(3, 3);
        assertThat(search.next(1.1)).containsExactly(2, 4);
    }

    /// u = 100 - (x - 10)^2 - (y - 5)^2.
    @Test
    void itComesToTheTopOfAHill() {
        ConjugateSearch search = search();
        int[] point = search.first();
        double best = 0;
        for (int k = 0; k < 60; k++) {
            double utility = 100 - Math.pow(point[0] - 10, 2) - Math.pow(point[1] - 5, 2);
            best = Math.max(best, utility);
            point = search.next(utility);
            assertThat(point[0]).isBetween(1, 50);
            assertThat(point[1]).isBetween(1, 50);
        }
        assertThat(best).isGreaterThanOrEqualTo(98);
    }

    @Test
    void startAndLimitsMustFit() {
        assertThatThrownBy(() -> new ConjugateSearch(new int[] {1}, new int[] {1, 1}, new int[] {2}))
                .hasMessageContaining("one number per axis");
    }

    private static ConjugateSearch search() {
        return new ConjugateSearch(new int[] {2, 3}, new int[] {1, 1}, new int[] {50, 50});
    }
}
