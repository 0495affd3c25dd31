// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharesTest {
    /// 7, 3.5 and 1.75 parts of 7: 4, 2 and 1, the example of HARP's section 3.1.
    @Test
    void sharesGoByWeight() {
        assertThat(Shares.of(7, new double[] {7, 3.5, 1.75})).containsExactly(4, 2, 1);
    }

    /// A thousand to one of ten: 9 and 1, not 10 and 0.
    @Test
    void whoHasAWeightGetsOneAtLeast() {
        assertThat(Shares.of(10, new double[] {1000, 0, 1})).containsExactly(9, 0, 1);
    }

    @Test
    void withFewerThanThereAreClaimantsSomeGetNothing() {
        int[] shares = Shares.of(2, new double[] {1, 1, 1});
        assertThat(Arrays.stream(shares).sum()).isEqualTo(2);
        assertThat(Arrays.stream(shares).max()).hasValue(1);
    }

    @Test
    void nothingIsSharedAmongNobody() {
        assertThat(Shares.of(5, new double[] {0, 0})).containsExactly(0, 0);
    }

    @Test
    void theSumIsAlwaysWhatWasSharedOut() {
        Random random = new Random(1);
        for (int run = 0; run < 200; run++) {
            double[] weights = random.doubles(1 + random.nextInt(6), 0.001, 10).toArray();
            int total = random.nextInt(50);
            assertThat(Arrays.stream(Shares.of(total, weights)).sum()).isEqualTo(total);
        }
    }

    /// A hundred thousand pipes: minutes where each unit looks at all of them.
    @Test
    void manySharesAreGivenAsFew() {
        double[] weights = new Random(2).doubles(100_000, 0.9, 1.1).toArray();
        int[] shares = Shares.of(199_000, weights);
        assertThat(Arrays.stream(shares).sum()).isEqualTo(199_000);
        assertThat(Arrays.stream(shares).min().getAsInt()).isEqualTo(1);
        assertThat(Arrays.stream(shares).max().getAsInt()).isEqualTo(2);
    }

    /// Small cases, against a look at everybody for each unit.
    @Test
    void eachUnitGoesToWhoeverIsFurthestFromWhatHeWanted() {
        Random random = new Random(3);
        for (int run = 0; run < 500; run++) {
            double[] weights = random.doubles(1 + random.nextInt(8), 0, 10).toArray();
            int total = random.nextInt(30);
            assertThat(Shares.of(total, weights)).containsExactly(oneByOne(total, weights));
        }
    }

    private static int[] oneByOne(int total, double[] weights) {
        double sum = Arrays.stream(weights).sum();
        int[] shares = Arrays.stream(weights)
                .mapToInt(weight -> weight > 0 ? Math.max(1, (int) (total * weight / sum)) : 0)
                .toArray();
        for (int given = Arrays.stream(shares).sum();
                given != total;
                given = Arrays.stream(shares).sum()) {
            int step = given < total ? 1 : -1;
            boolean anyAboveOne = Arrays.stream(shares).anyMatch(share -> share > 1);
            int chosen = -1;
            for (int i = 0; i < shares.length; i++) {
                boolean takes = weights[i] > 0 && (step > 0 || shares[i] > (anyAboveOne ? 1 : 0));
                double off = step * (total * weights[i] / sum - shares[i]);
                if (takes && (chosen < 0 || off > step * (total * weights[chosen] / sum - shares[chosen]))) {
                    chosen = i;
                }
            }
            shares[chosen] += step;
        }
        return shares;
    }
}
