// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SharedMapTest {
    @Test
    void itHoldsWhatATreeMapHoldsAndOldMapsStayAsTheyWere() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            SharedMap<String, Integer> map = SharedMap.empty();
            TreeMap<String, Integer> expected = new TreeMap<>();
            List<Map.Entry<SharedMap<String, Integer>, TreeMap<String, Integer>>> before = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String key = "pipe-" + random.nextInt(60);
                if (random.nextInt(3) == 0) {
                    map = map.without(key);
                    expected.remove(key);
                } else {
                    map = map.with(key, i);
                    expected.put(key, i);
                }
                before.add(Map.entry(map, new TreeMap<>(expected)));
            }
            for (Map.Entry<SharedMap<String, Integer>, TreeMap<String, Integer>> each : before) {
                assertThat(List.copyOf(each.getKey().entrySet()))
                        .as("seed %s", seed)
                        .isEqualTo(List.copyOf(each.getValue().entrySet()));
                assertThat(each.getKey()).hasSize(each.getValue().size()).isEqualTo(each.getValue());
            }
            for (int i = 0; i < 60; i++) {
                assertThat(map.get("pipe-" + i)).isEqualTo(expected.get("pipe-" + i));
            }
        }
    }

    @Test
    void itKnowsItsEndsAndItsParts() {
        SortedMap<Integer, String> map =
                SharedMap.<Integer, String>empty().with(3, "c").with(1, "a").with(2, "b");
        assertThat(map.firstKey()).isEqualTo(1);
        assertThat(map.lastKey()).isEqualTo(3);
        assertThat(map.headMap(2)).containsOnlyKeys(1);
        assertThat(map.tailMap(2)).containsOnlyKeys(2, 3);
        assertThat(map.subMap(1, 3)).containsOnlyKeys(1, 2);
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> SharedMap.<Integer, String>empty().firstKey());
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> map.put(4, "d"));
    }
}
