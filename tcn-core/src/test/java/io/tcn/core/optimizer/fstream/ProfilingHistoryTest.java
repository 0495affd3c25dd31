// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProfilingHistoryTest {
    /// t = 10 cbrt(cc) - 5: 5 at 1, 15 at 8; 25 is at 27.
    @Test
    void aCubeRootIsFittedAndSolved() {
        ProfilingHistory history = new ProfilingHistory();
        history.add(10, 1, 5e9);
        history.add(20, 8, 15e9);
        assertThat(history.predict(25e9, ThroughputModel.CUBE_ROOT, 40)).hasValue(27);
    }

    /// The same two points: the line has 10 / 7 a step, 25 is at 15; a / cc levels off at 16.4 and never gets
    /// there.
    @Test
    void theOtherModelsAreTooHopefulAndTooBleak() {
        ProfilingHistory history = new ProfilingHistory();
        history.add(10, 1, 5e9);
        history.add(20, 8, 15e9);
        assertThat(history.predict(25e9, ThroughputModel.LINEAR, 40)).hasValue(15);
        assertThat(history.predict(25e9, ThroughputModel.INVERSE, 40)).isEmpty();
    }

    /// 10, 10, 10, 10 and 20: mean 12, deviation 4, z of 20 is 2.
    @Test
    void outliersAreLeftOut() {
        assertThat(ProfilingHistory.meanWithoutOutliers(List.of(10.0, 10.0, 10.0, 10.0, 20.0)))
                .isCloseTo(10, within(1e-9));
    }

    @Test
    void matchActionKnowsOnlyWhatItHasSeen() {
        ProfilingHistory history = new ProfilingHistory();
        history.add(10, 2, 5e9);
        history.add(20, 16, 20e9);
        assertThat(history.match(15e9, 0.2)).isEmpty();
        assertThat(history.match(18e9, 0.2)).hasValue(16);
    }

    @Test
    void reportsAreForgottenAfterTenMinutes() {
        ProfilingHistory history = new ProfilingHistory();
        history.add(10, 2, 5e9);
        history.add(611, 16, 20e9);
        assertThat(history.match(5e9, 0.2)).isEmpty();
    }
}
