// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TheoremsTest {
    @Test
    void theTheoremsOfThePaperHoldForTheOptimizerThatIsMeasured() {
        assertThat(Theorems.check())
                .hasSize(6)
                .allSatisfy(check -> assertThat(check.holds())
                        .as("%s: %s", check.name(), check.seen())
                        .isTrue());
    }
}
