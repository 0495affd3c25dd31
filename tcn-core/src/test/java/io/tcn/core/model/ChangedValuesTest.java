// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChangedValuesTest {
    private final SortedMap<String, Object> before = new TreeMap<>(Map.of("a", new Object(), "b", new Object()));
    private final SortedMap<String, Object> after = new TreeMap<>(before);

    @Test
    void onlyValuesThatAreOtherObjectsHaveChanged() {
        Object other = new Object();
        after.put("b", other);

        assertThat(ChangedValues.between(before, after)).contains(Map.of("b", other));
        assertThat(ChangedValues.between(before, before)).contains(Map.of());
    }

    @Test
    void mapsOfOtherKeysAreNotCompared() {
        after.put("c", new Object());
        assertThat(ChangedValues.between(before, after)).isEmpty();

        after.remove("a");
        assertThat(ChangedValues.between(before, after)).isEmpty();
    }
}
