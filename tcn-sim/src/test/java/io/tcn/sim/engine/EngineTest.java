// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.port.LoopScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineTest {
    private final Engine engine = new Engine();
    private final List<String> log = new ArrayList<>();

    private Runnable note(String what) {
        return () -> log.add(what + "@" + engine.nanoTime());
    }

    @Test
    void eventsRunInTheOrderOfTimeThenInTheOrderGiven() {
        engine.at(20, note("late"));
        engine.at(10, note("first"));
        engine.at(10, note("second"));

        engine.runUntil(100);

        assertThat(log).containsExactly("first@10", "second@10", "late@20");
        assertThat(engine.nanoTime()).isEqualTo(100);
    }

    @Test
    void whatAnEventAddsNowRunsAfterWhatWasThereBefore() {
        engine.at(5, () -> {
            log.add("a");
            engine.execute(() -> log.add("c"));
        });
        engine.at(5, () -> log.add("b"));

        engine.runUntil(5);

        assertThat(log).containsExactly("a", "b", "c");
    }

    @Test
    void aTakenBackEventDoesNotRun() {
        LoopScheduler.Cancellation cancellation = engine.schedule(Duration.ofNanos(7), note("never"));
        engine.schedule(Duration.ofNanos(3), cancellation::cancel);

        engine.runUntil(10);

        assertThat(log).isEmpty();
        assertThat(engine.executedEvents()).isEqualTo(1);
    }

    @Test
    void laterEventsStayUntilTheirTime() {
        engine.at(11, note("later"));

        engine.runUntil(10);
        assertThat(log).isEmpty();

        engine.runUntil(11);
        assertThat(log).containsExactly("later@11");
    }

    @Test
    void thePastIsRefused() {
        engine.runUntil(10);

        assertThatThrownBy(() -> engine.at(9, note("too late")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("past");
    }

    @Test
    void wallTimeIsAFixedEpochPlusVirtualTime() {
        engine.runUntil(1_500_000_000L);

        assertThat(engine.now()).isEqualTo(Engine.EPOCH.plusMillis(1500));
    }

    @Test
    void twoEnginesKnowNothingOfEachOther() {
        Engine other = new Engine();
        other.at(3, note("other"));

        engine.runUntil(50);

        assertThat(log).isEmpty();
        assertThat(other.nanoTime()).isZero();
    }
}
