// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResendsTest {
    private final BeatsClock clock = new BeatsClock();
    private final Resends again = new Resends(clock);
    private final List<String> tries = new ArrayList<>();

    /// Fails at once and for ever, as where the broker knows no such topic.
    private void failing(String name) {
        tries.add(name);
        again.add(() -> failing(name));
    }

    @Test
    void aRoundTriesEachOnceHoweverOftenItFails() {
        again.add(() -> failing("a"));
        again.add(() -> failing("b"));
        again.tryAgain(Duration.ofSeconds(1));
        assertThat(tries).containsExactly("a", "b");
        again.tryAgain(Duration.ofSeconds(1));
        assertThat(tries).containsExactly("a", "b", "a", "b");
    }

    @Test
    void aRoundOfSlowTriesEndsAndTheRestHasTheNextTurn() {
        for (String name : List.of("a", "b", "c")) {
            again.add(() -> {
                clock.pass(Duration.ofMillis(600));
                tries.add(name);
            });
        }
        again.tryAgain(Duration.ofSeconds(1));
        assertThat(tries).containsExactly("a", "b");
        again.tryAgain(Duration.ofSeconds(1));
        assertThat(tries).containsExactly("a", "b", "c");
    }
}
