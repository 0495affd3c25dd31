// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridTest {
    @Test
    void everyCombinationIsAPoint() {
        Grid grid = Grid.parse(List.of("interval=1,5", "deterioration=0, 0.5"));
        assertThat(grid.points().stream().map(Grid.Point::id))
                .containsExactly(
                        "deterioration=0 interval=1",
                        "deterioration=0 interval=5",
                        "deterioration=0.5 interval=1",
                        "deterioration=0.5 interval=5");
        assertThat(Grid.parse(List.of()).points()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "interval | is written as",
                "speed=1 | \"speed\" cannot be varied; use capacity-scale",
                "interval= | is missing",
                "interval=1,,2 | is missing"
            })
    void whatIsNoAxisIsRefused(String axis, String told) {
        assertThatThrownBy(() -> Grid.parse(List.of(axis)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(told);
    }

    @Test
    void anAxisIsGivenOnce() {
        assertThatThrownBy(() -> Grid.parse(List.of("interval=1", "interval=2")))
                .hasMessageContaining("twice");
    }
}
