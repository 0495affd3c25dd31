// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.optimizer.job.ConnectionRange;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FStreamPipeTunerTest {
    private static final ConnectionRange RANGE = new ConnectionRange(1, 64);

    private final FStreamPipeTuner tuner = new FStreamPipeTuner();
    private Instant now = Instant.parse("2026-01-01T12:00:00Z");
    private int n = tuner.first(RANGE, now);

    /// Few connections fill it; then sixty are needed. Nothing was searched for until the clock had come back to
    /// where it was.
    @Test
    void aClockThatIsSetBackDoesNotStopTheSearch() {
        int highest = 0;
        for (int step = 0; step < 11; step++) {
            step(4);
        }
        now = now.minus(Duration.ofHours(1));
        for (int step = 0; step < 30; step++) {
            step(60);
            highest = Math.max(highest, n);
        }
        assertThat(highest).isGreaterThanOrEqualTo(48);
    }

    private void step(int needed) {
        now = now.plusSeconds(5);
        PipeObservation seen = Watched.running(Watched.pipe("p", 1, 64), n, n, 1000, Math.min(n, needed) * 20e6);
        n = tuner.next(seen, n, RANGE, now).tuning().connections();
    }
}
