// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// Classes of sizes have no gap and do not overlap.
class SizeHistogramTest {
    private static final long MIB = 1L << 20;

    @Test
    void aSizeIsInTheClassThatEndsAboveIt() {
        assertThat(SizeHistogram.classOf(0)).isZero();
        for (int sizeClass = 0; sizeClass < SizeHistogram.CLASSES - 1; sizeClass++) {
            long end = SizeHistogram.endOf(sizeClass);
            assertThat(SizeHistogram.classOf(end - 1)).isEqualTo(sizeClass);
            assertThat(SizeHistogram.classOf(end)).isEqualTo(sizeClass + 1);
        }
        assertThat(SizeHistogram.endOf(0)).isEqualTo(MIB);
        assertThat(SizeHistogram.endOf(SizeHistogram.CLASSES - 2)).isEqualTo(16L << 30);
        assertThat(SizeHistogram.classOf(Long.MAX_VALUE)).isEqualTo(SizeHistogram.CLASSES - 1);
    }

    @Test
    void smallFilesAreToldFromLargeOnes() {
        SizeHistogram sizes =
                SizeHistogram.NONE.plus(10).plus(MIB - 1).plus(3 * MIB).plus(2L << 40);
        assertThat(sizes.total()).isEqualTo(4);
        assertThat(sizes.count(0)).isEqualTo(2);
        assertThat(sizes.below(MIB - 1)).isZero();
        assertThat(sizes.below(MIB)).isEqualTo(2);
        assertThat(sizes.below(4 * MIB)).isEqualTo(3);
        assertThat(sizes.below(Long.MAX_VALUE)).isEqualTo(4);
    }

    @Test
    void whatHasComeSinceIsTheDifference() {
        SizeHistogram before = SizeHistogram.NONE.plus(10).plus(3 * MIB);
        SizeHistogram now = before.plus(20).plus(20 * MIB);
        assertThat(now.since(before)).isEqualTo(SizeHistogram.NONE.plus(20).plus(20 * MIB));
        assertThat(now.since(now)).isEqualTo(SizeHistogram.NONE);
        assertThat(SizeHistogram.of(0, 0, 0, 0, 0, 0, 0, 0, 0)).isSameAs(SizeHistogram.NONE);
    }

    @Test
    void countsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> SizeHistogram.of(1, 2)).hasMessageContaining("9 counts");
        assertThatThrownBy(() -> SizeHistogram.of(0, 0, 0, 0, -1, 0, 0, 0, 0)).hasMessageContaining("zero or more");
    }
}
