// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InOrderTest {
    @Test
    void answersAsTheMapDoesInWhateverOrderItIsAsked() {
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            SortedMap<Integer, String> map = new TreeMap<>();
            random.ints(random.nextInt(8), 0, 10).forEach(key -> map.put(key, "v" + key));
            InOrder<Integer, String> inOrder = new InOrder<>(map);
            List<Integer> asked = random.ints(20, -1, 11).boxed().toList();
            for (int key : i % 2 == 0 ? asked : asked.stream().sorted().toList()) {
                assertThat(inOrder.find(key))
                        .as("%d of %s, asked %s", key, map, asked)
                        .isEqualTo(Optional.ofNullable(map.get(key)));
            }
        }
    }
}
