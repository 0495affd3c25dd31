// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/// Which pipes have something to move in which interval. Changes take place right after an interval has begun, so that
/// within an interval the pipes at work are the same.
final class Activity {
    private final List<BitSet> busy;

    private Activity(List<BitSet> busy) {
        this.busy = busy;
    }

    /// All pipes, always.
    static Activity all(int pipes) {
        BitSet all = new BitSet();
        all.set(0, pipes);
        return new Activity(List.of(all));
    }

    /// All pipes, always, but one, which begins later.
    ///
    /// @param from the first interval of that one, counted from 1
    static Activity joining(int pipes, int late, int from) {
        BitSet all = new BitSet();
        all.set(0, pipes);
        BitSet others = (BitSet) all.clone();
        others.clear(late);
        List<BitSet> busy = new ArrayList<>(Collections.nCopies(from - 1, others));
        busy.add(all);
        return new Activity(List.copyOf(busy));
    }

    /// Work comes to each pipe by itself and goes again: idle and busy times are exponential with the same mean,
    /// rounded up to whole intervals. At the beginning half of the pipes are busy.
    static Activity poisson(int pipes, int intervals, double meanIntervals, RandomGenerator random) {
        List<BitSet> busy = new ArrayList<>();
        for (int k = 0; k < intervals; k++) {
            busy.add(new BitSet());
        }
        for (int pipe = 0; pipe < pipes; pipe++) {
            boolean on = random.nextBoolean();
            int from = 0;
            while (from < intervals) {
                int until = from + (int) Math.ceil(-meanIntervals * Math.log1p(-random.nextDouble()));
                for (int k = from; on && k < Math.min(until, intervals); k++) {
                    busy.get(k).set(pipe);
                }
                from = Math.max(until, from + 1);
                on = !on;
            }
        }
        return new Activity(List.copyOf(busy));
    }

    /// How many intervals differ: after these the last one stays.
    int scripted() {
        return busy.size();
    }

    /// Whether a pipe has something to move in an interval, counted from 1.
    boolean isBusy(int pipe, int interval) {
        return busyIn(interval).get(pipe);
    }

    /// The busy pipes of an interval, rising.
    List<Integer> activeIn(int interval) {
        return busyIn(interval).stream().boxed().toList();
    }

    private BitSet busyIn(int interval) {
        return busy.get(Math.min(interval, busy.size()) - 1);
    }
}
