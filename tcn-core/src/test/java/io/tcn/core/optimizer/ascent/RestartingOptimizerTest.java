// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestartingOptimizerTest {
    private static final Observation NOTHING = new Observation(
            1, Instant.EPOCH, Duration.ofSeconds(10), List.of(), NetworkMapSnapshot.empty(Instant.EPOCH), List.of());

    private int made;

    /// The first one that is made always fails.
    private Optimizer make() {
        boolean first = made++ == 0;
        return observation -> {
            if (first) {
                throw new IllegalStateException("spoilt");
            }
            return new Decision(observation.interval(), observation.at(), List.of(), 0, 0, List.of());
        };
    }

    @Test
    void aStepAfterOneThatFailedBeginsAnew() {
        RestartingOptimizer optimizer = new RestartingOptimizer(this::make);
        assertThatThrownBy(() -> optimizer.decide(NOTHING)).hasMessage("spoilt");
        assertThat(optimizer.decide(NOTHING).pipes()).isEmpty();
        optimizer.decide(NOTHING);
        assertThat(made).isEqualTo(2);
    }
}
