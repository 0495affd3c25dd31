// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GrowingSumTest {
    @Test
    void whatIsForgottenStaysInTheSum() {
        GrowingSum<String> sum = new GrowingSum<>();
        assertThat(sum.of(Map.of("a", 3L, "b", 4L))).isEqualTo(7);
        assertThat(sum.of(Map.of("b", 6L, "c", 1L))).as("a is forgotten").isEqualTo(10);
        assertThat(sum.of(Map.of("a", 2L, "b", 6L, "c", 1L)))
                .as("a begins anew")
                .isEqualTo(12);
        assertThat(sum.of(Map.of("b", 1L))).as("b was forgotten and is back").isEqualTo(13);
        assertThat(sum.of(Map.of())).isEqualTo(13);
    }
}
