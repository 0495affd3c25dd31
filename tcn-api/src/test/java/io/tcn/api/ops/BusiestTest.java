// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BusiestTest {
    @Test
    void theChosenAreTheFirstOfAllInOrder() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            List<Integer> all = random.ints(random.nextInt(40), 0, 10).boxed().toList();
            int most = random.nextInt(12);
            Busiest<Integer> busiest = Busiest.of(all, most, Integer::doubleValue);

            assertThat(busiest.chosen())
                    .isEqualTo(all.stream()
                            .sorted(Comparator.reverseOrder())
                            .limit(most)
                            .toList());
            assertThat(busiest.others()).hasSize(all.size() - busiest.chosen().size());
        }
    }
}
