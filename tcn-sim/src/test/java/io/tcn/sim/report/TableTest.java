// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private final Table table =
            new Table(List.of("what", "ratio"), List.of(List.of("one, \"two\"", "3.5"), List.of("a|b <c>", "12")), 1);

    @Test
    void itIsWrittenForPeopleAndForPrograms() {
        assertThat(table.toLines()).containsExactly("what        ratio", "one, \"two\"    3.5", "a|b <c>        12");
        assertThat(table.toCsv()).isEqualTo("what,ratio\r\n\"one, \"\"two\"\"\",3.5\r\na|b <c>,12\r\n");
        assertThat(table.toMarkdown())
                .isEqualTo("| what | ratio |\n|---|---:|\n| one, \"two\" | 3.5 |\n| a\\|b <c> | 12 |\n");
        assertThat(table.toHtml()).contains("<th>a|b &lt;c&gt;</th><td>12</td>");
    }

    @Test
    void aRowThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> new Table(List.of("a", "b"), List.of(List.of("1")), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 cells");
    }
}
