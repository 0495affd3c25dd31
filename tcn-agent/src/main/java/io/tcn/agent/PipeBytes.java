// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// What all attempts of a pipe have moved, and what they have probably moved since their storages reported last.
/// Written by the threads of attempts, read by anybody.
public final class PipeBytes {
    /// Weight of the newest copy in what copies of the pipe do until their first report.
    private static final double NEWEST = 0.3;

    private final LongAdder moved = new LongAdder();
    private final Set<Progress> reported = ConcurrentHashMap.newKeySet();
    private final Set<Progress> copies = ConcurrentHashMap.newKeySet();
    private volatile ReportedRate first = ReportedRate.NONE;

    void add(long bytes) {
        moved.add(bytes);
    }

    /// Bytes that were moved, as far as they are known.
    public long moved() {
        return moved.sum();
    }

    /// Bytes that running copies have probably moved since their last reports: each goes on as between its last
    /// two, and until its first report as copies of this pipe do usually. Cost: O(running copies).
    public long outstanding() {
        double bytes = 0;
        for (Progress copy : reported) {
            bytes += copy.outstandingBytes(first);
        }
        return Math.round(bytes);
    }

    /// Connections of running copies that have shown since a moment that bytes move. Cost: O(running copies).
    ///
    /// @param nanos of the clock of the copies
    public int movingSince(long nanos) {
        int connections = 0;
        for (Progress copy : copies) {
            connections += copy.hasMovedSince(nanos) ? copy.connections() : 0;
        }
        return connections;
    }

    void begins(Progress copy) {
        copies.add(copy);
    }

    void beginsReported(Progress copy) {
        reported.add(copy);
    }

    void ends(Progress copy) {
        copies.remove(copy);
        reported.remove(copy);
    }

    /// A copy was reported for the first time.
    synchronized void firstReport(ReportedRate rate) {
        first = first.isKnown() ? first.towards(rate, NEWEST) : rate;
    }
}
