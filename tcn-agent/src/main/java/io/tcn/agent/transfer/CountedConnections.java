// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/// How many connections count for a copy that reads by several requests: as many as it was given, and while it gives
/// some back as many as are still under way. [#give] answers that number; whenever it falls afterwards it is told.
///
/// Requests end on threads of their own, several at once and while others are given: so no lock is held while somebody
/// is asked or told. One thread at a time tells, and looks again for those that end meanwhile. Invariants: the numbers
/// that are told after an answer fall; and once nothing ends any more, the last that was answered or told counts.
/// Safe for several threads, of which one gives.
final class CountedConnections {
    /// What is known of the number. Compared by identity: each is made once.
    ///
    /// @param counts what was answered or told last
    private record Known(int given, int counts) {}

    private final IntSupplier underWay;
    private final IntConsumer hears;
    private final AtomicReference<Known> known = new AtomicReference<>(new Known(1, 1));

    /// Requests that have ended and were not looked at.
    private final AtomicInteger ended = new AtomicInteger();

    /// @param underWay how many requests are under way; asked without a lock
    /// @param hears is told of each number below the one before; called without a lock
    CountedConnections(IntSupplier underWay, IntConsumer hears) {
        this.underWay = underWay;
        this.hears = hears;
    }

    /// It is given so many from now on.
    ///
    /// @return how many count
    int give(int given) {
        // Whatever ends from here on is told, unless it is in the answer.
        Known open = new Known(given, Integer.MAX_VALUE);
        known.set(open);
        int counts = Math.max(given, underWay.getAsInt());
        known.compareAndSet(open, new Known(given, counts));
        return counts;
    }

    /// How many count now.
    int count() {
        return Math.max(Objects.requireNonNull(known.get()).given(), underWay.getAsInt());
    }

    /// A request is over.
    void over() {
        if (ended.getAndIncrement() > 0) {
            // Another thread is telling, and looks again.
            return;
        }
        int seen = 1;
        while (seen > 0) {
            tellFewer();
            seen = ended.addAndGet(-seen);
        }
    }

    private void tellFewer() {
        while (true) {
            Known last = Objects.requireNonNull(known.get());
            int counts = Math.max(last.given(), underWay.getAsInt());
            if (counts >= last.counts()) {
                return;
            }
            if (known.compareAndSet(last, new Known(last.given(), counts))) {
                hears.accept(counts);
                return;
            }
        }
    }
}
