// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import java.util.ArrayDeque;
import java.util.Deque;

/// How many channels of one kind are open: a new one takes a while until it moves anything, one that is given
/// up ends at once. (A real one ends with its file; the papers' tuners do not wait for that either.)
final class Channels {
    private record Coming(double atSeconds, int count) {}

    private final double setupSeconds;
    private final Deque<Coming> coming = new ArrayDeque<>();
    private int open;
    private int onTheWay;

    Channels(double setupSeconds) {
        this.setupSeconds = setupSeconds;
    }

    /// From now on so many are wanted.
    void want(int count, double nowSeconds) {
        int missing = count - open - onTheWay;
        if (missing > 0) {
            coming.addLast(new Coming(nowSeconds + setupSeconds, missing));
            onTheWay += missing;
            return;
        }
        int tooMany = -missing;
        while (tooMany > 0 && !coming.isEmpty()) {
            Coming last = coming.removeLast();
            int dropped = Math.min(tooMany, last.count());
            if (dropped < last.count()) {
                coming.addLast(new Coming(last.atSeconds(), last.count() - dropped));
            }
            onTheWay -= dropped;
            tooMany -= dropped;
        }
        open -= tooMany;
    }

    /// All are closed, to be opened anew.
    void close() {
        coming.clear();
        onTheWay = 0;
        open = 0;
    }

    /// How many move.
    int open(double nowSeconds) {
        while (!coming.isEmpty() && coming.getFirst().atSeconds() <= nowSeconds) {
            int count = coming.removeFirst().count();
            open += count;
            onTheWay -= count;
        }
        return open;
    }
}
