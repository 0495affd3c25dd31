// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class BestStaticTest {
    private static final double M = 1e6;

    /// Fifty processes of 20 Mbit/s fill 1 Gbit/s.
    @Test
    void theBestNumberOfFilesIsThatWhichFillsTheLink() {
        BestStatic.Best best = BestStatic.ofConcurrency(Testbeds.EMULAB, Datasets.endless());
        assertThat(best.tuning().concurrency()).isEqualTo(50);
        assertThat(best.throughputBps()).isCloseTo(1000 * M, within(5 * M));
    }

    /// Of 100 files with eight streams each beside 100 streams the link gives the files 8/9, and nobody has more.
    @Test
    void besideOthersItTakesStreams() {
        assertThat(BestStatic.besideBps(Testbeds.EMULAB, Datasets.of(1000, 1e9), 0))
                .isCloseTo(1000 * M, within(5 * M));
        assertThat(BestStatic.besideBps(Testbeds.EMULAB, Datasets.of(1000, 1e9), 100))
                .isBetween(800 * M, 1000 * M * 8 / 9);
    }

    /// The second batch comes after 30 s: of 5 s of work for the link each, the last byte is sent at 35 s or later.
    @Test
    void batchesThatComeInTheCourseOfTimeAreCountedFromTheFirstToTheLastByte() {
        List<FileBatch> batches = List.of(new FileBatch(0, 625, 1e6), new FileBatch(30, 625, 1e6));
        assertThat(FileBatch.bits(batches)).isEqualTo(1e10);
        assertThat(BestStatic.wholeBps(Testbeds.EMULAB, batches)).isBetween(1e10 / 40, 1e10 / 35);
    }
}
