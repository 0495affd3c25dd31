// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.ConnectionLimit;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Keeps limits on connections after rounding: rounding up may exceed a limit that the real numbers keep. Limits come
/// before the least number of connections of a pipe.
final class WholeLimits {
    private record Candidate(int pipe, double above) {}

    private static final Comparator<Candidate> ORDER =
            Comparator.comparingDouble(Candidate::above).reversed().thenComparingInt(Candidate::pipe);

    private WholeLimits() {}

    /// Takes connections away until every limit holds, one at a time from the pipe that is furthest above its real
    /// number; of several the first. Cost: O(pipes log pipes) for a limit that is exceeded.
    ///
    /// @param n real-valued connections
    /// @param published whole ones; changed in place
    static void keep(List<ConnectionLimit> limits, double[] n, int[] published) {
        for (ConnectionLimit limit : limits) {
            long sum = 0;
            for (int k = 0; k < limit.size(); k++) {
                sum += published[limit.pipe(k)];
            }
            if (sum > limit.maxConnections()) {
                takeAway(limit, sum - limit.maxConnections(), n, published);
            }
        }
    }

    private static void takeAway(ConnectionLimit limit, long tooMany, double[] n, int[] published) {
        PriorityQueue<Candidate> candidates = new PriorityQueue<>(ORDER);
        for (int k = 0; k < limit.size(); k++) {
            int i = limit.pipe(k);
            if (published[i] > 0) {
                candidates.add(new Candidate(i, published[i] - n[i]));
            }
        }
        for (long left = tooMany; left > 0; left--) {
            // There are as many connections as were counted, so there is a candidate.
            Candidate furthest = candidates.remove();
            published[furthest.pipe()]--;
            if (published[furthest.pipe()] > 0) {
                candidates.add(new Candidate(furthest.pipe(), furthest.above() - 1));
            }
        }
    }
}
