// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTest {
    @Test
    void nothingEndsALineOrControlsATerminal() {
        assertThat(OneLine.of("a\nb\rc\u0085d\u2028e\u2029f")).isEqualTo("a?b?c?d?e?f");
        assertThat(OneLine.of("\u001b[31mred \u009b31mred\u007f")).isEqualTo("?[31mred ?31mred?");
        assertThat(OneLine.of("Zürich 日本 \u00a0")).isEqualTo("Zürich 日本 \u00a0");
    }

    @Test
    void whatIsTooLongIsCut() {
        assertThat(OneLine.of("x".repeat(10), 10)).hasSize(10);
        assertThat(OneLine.of("x".repeat(11), 10)).isEqualTo("xxxxxxx...");
    }
}
