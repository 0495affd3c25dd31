// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts what happened between a feed and its server. Any thread may count and read.
final class FeedCounters {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    void count(String name) {
        counts.computeIfAbsent(name, first -> new LongAdder()).increment();
    }

    Map<String, Long> all() {
        Map<String, Long> all = new TreeMap<>();
        counts.forEach((name, count) -> all.put(name, count.sum()));
        return all;
    }
}
