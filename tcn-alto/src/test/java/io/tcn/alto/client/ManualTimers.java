// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Timers that a test turns by hand, together with the clock. What is due runs here, in the order of time.
final class ManualTimers implements Timers {
    private record Due(Instant at, int number, Runnable task) {}

    private final MutableClock clock;
    private final List<Due> waiting = new ArrayList<>();
    private int numbers;

    ManualTimers(MutableClock clock) {
        this.clock = clock;
    }

    @Override
    public void schedule(Duration delay, Runnable task) {
        waiting.add(new Due(clock.instant().plus(delay), numbers++, task));
    }

    /// Runs what is due now.
    void run() {
        pass(Duration.ZERO);
    }

    /// Lets time pass and runs what comes due on the way, each at its time.
    void pass(Duration time) {
        Instant end = clock.instant().plus(time);
        while (true) {
            Due next = waiting.stream()
                    .filter(due -> !due.at().isAfter(end))
                    .min(Comparator.comparing(Due::at).thenComparingInt(Due::number))
                    .orElse(null);
            if (next == null) {
                break;
            }
            waiting.remove(next);
            if (next.at().isAfter(clock.instant())) {
                clock.pass(Duration.between(clock.instant(), next.at()));
            }
            next.task().run();
        }
        clock.pass(Duration.between(clock.instant(), end));
    }
}
