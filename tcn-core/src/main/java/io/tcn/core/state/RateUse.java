// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A rate that a job asks for and what moves of it; immutable. Told by the dispatch loop about once a second.
///
/// @param id the number of the limit that keeps it from above
/// @param rateBps what is asked for, in bit/s
/// @param atNanos monotonic time of this record
/// @param movedBytes what the job's transfers have moved since the limit came into use
/// @param connectionSeconds integral of its open connections over time, up to `atNanos`
/// @param connections open for it on each pipe on which it has something to do; 0 where it only waits for the pipe's n
public record RateUse(
        LimitId id,
        double rateBps,
        long atNanos,
        long movedBytes,
        double connectionSeconds,
        SortedMap<PipeId, Integer> connections) {
    public RateUse {
        connections = Collections.unmodifiableSortedMap(new TreeMap<>(connections));
    }

    /// Connections that are open for it on all pipes.
    public int open() {
        return connections.values().stream().mapToInt(Integer::intValue).sum();
    }
}
