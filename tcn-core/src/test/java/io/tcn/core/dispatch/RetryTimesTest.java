// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

/// The loop is called once for each moment at which delays end, whatever delays a pipe has beside each
/// other.
class RetryTimesTest {
    private static final long SECOND = 1_000_000_000L;

    /// Some wait for an hour and others for a minute: each minute one more call was asked for, for good.
    @Test
    void retriesOfTwoDelaysAskForFewCalls() {
        RetryTimes times = new RetryTimes();
        PriorityQueue<Long> calls = new PriorityQueue<>();
        int called = 0;
        for (long now = 0; now < 24 * 3600; now++) {
            if (now % 1800 == 0) {
                note(calls, times.add(now * SECOND, 3600 * SECOND));
            }
            if (now % 150 == 0) {
                note(calls, times.add(now * SECOND, 60 * SECOND));
            }
            while (!calls.isEmpty() && calls.element() <= now * SECOND) {
                calls.remove();
                called++;
                note(calls, times.passed(now * SECOND));
            }
            assertThat(calls.size()).as("after %s s", now).isLessThanOrEqualTo(4);
        }
        assertThat(called).isBetween(24 * 24, 24 * (24 + 4));
    }

    /// What is called is due, and all that is due is called.
    @Test
    void everyDelayEndsWithACall() {
        RetryTimes times = new RetryTimes();
        PriorityQueue<Long> calls = new PriorityQueue<>();
        note(calls, times.add(0, 100 * SECOND));
        note(calls, times.add(0, 50 * SECOND));
        note(calls, times.add(0, 75 * SECOND));
        for (long end : new long[] {50, 75, 100}) {
            long at = calls.remove();
            assertThat(at).isBetween(end * SECOND, (end + 1) * SECOND);
            note(calls, times.passed(at));
        }
        assertThat(calls).isEmpty();
    }

    private static void note(PriorityQueue<Long> calls, long at) {
        if (at >= 0) {
            calls.add(at);
        }
    }
}
