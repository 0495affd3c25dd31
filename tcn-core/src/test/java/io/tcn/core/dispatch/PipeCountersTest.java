// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PipeCountersTest {
    private final PipeCounters counters = new PipeCounters();

    @Test
    void nothingIsKnownOfFilesBeforeOneHasFinished() {
        assertThat(counters.fileSeconds(500)).isInfinite();
    }

    /// Forty files of 10 to 600 s begin together. After a minute those that have finished took half a minute in the
    /// mean.
    @Test
    void theShortestFilesFinishFirstAndDoNotSpeakForAll() {
        SplittableRandom random = new SplittableRandom(1);
        double[] seconds = random.doubles(40, 10, 600).toArray();
        double movedSeconds = 0;
        for (double each : seconds) {
            movedSeconds += Math.min(each, 60);
            if (each <= 60) {
                counters.finished(1, each);
            }
        }
        double mean = Arrays.stream(seconds).average().orElseThrow();
        assertThat(counters.fileSeconds(0)).isLessThan(60);
        assertThat(counters.fileSeconds(movedSeconds)).isBetween(0.5 * mean, 2 * mean);
    }

    @Test
    void whenAllHaveFinishedTheirMeanCounts() {
        counters.finished(1, 10);
        counters.finished(1, 30);
        assertThat(counters.fileSeconds(40)).isCloseTo(20, within(1e-9));
    }
}
