// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapShareTest {
    private static final int USUAL = 64 << 20;

    @Test
    void aSmallHeapTakesLessAndALargeOneTheUsual() {
        assertThat(HeapShare.bytes(USUAL, 256 << 20)).isEqualTo(16 << 20);
        assertThat(HeapShare.bytes(USUAL, 1L << 30)).isEqualTo(USUAL);
        assertThat(HeapShare.bytes(USUAL, Long.MAX_VALUE)).isEqualTo(USUAL);
        // 256 MiB / 200 = 1 342 177
        assertThat(HeapShare.tokens(4_000_000, 256 << 20)).isEqualTo(1_342_177);
        assertThat(HeapShare.tokens(4_000_000, 4L << 30)).isEqualTo(4_000_000);
    }
}
