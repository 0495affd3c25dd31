// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.ConnectionLimit;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Keeps limits on connections after rounding: rounding up may exceed a limit that the real numbers keep, and the
/// connections of idle pipes, which these leave out, come on top. Limits come before the least number of
/// connections of a pipe.
final class WholeLimits {
    /// A pipe is owed less than this many connections, however long it had to stand back.
    private static final double MOST_OWED = Math.nextDown(2.0);

    /// @param claim who has the smallest gives way first
    private record Candidate(int pipe, double claim) {}

    private static final Comparator<Candidate> ORDER =
            Comparator.comparingDouble(Candidate::claim).thenComparingInt(Candidate::pipe);

    private WholeLimits() {}

    /// Takes connections away until every limit holds, one at a time: from idle pipes, where they are of no use,
    /// those with the most first; then from the busy pipe that is owed least, which is owed one more from then on.
    /// So in turn everyone gives way. Cost: O(pipes log pipes) for a limit that is exceeded.
    ///
    /// @param busy per pipe whether it has work
    /// @param published whole connections; changed in place
    /// @param carry what rounding owes each pipe; changed in place
    static void keep(List<ConnectionLimit> limits, boolean[] busy, int[] published, double[] carry) {
        for (ConnectionLimit limit : limits) {
            long sum = 0;
            for (int k = 0; k < limit.size(); k++) {
                sum += published[limit.pipe(k)];
            }
            long left = sum - limit.maxConnections();
            if (left > 0) {
                left = takeFromIdle(limit, left, busy, published);
                takeFromBusy(limit, left, busy, published, carry);
            }
        }
    }

    /// @return how many are still too many
    private static long takeFromIdle(ConnectionLimit limit, long tooMany, boolean[] busy, int[] published) {
        PriorityQueue<Candidate> candidates = new PriorityQueue<>(ORDER);
        for (int k = 0; k < limit.size(); k++) {
            int i = limit.pipe(k);
            if (!busy[i] && published[i] > 0) {
                candidates.add(new Candidate(i, -published[i]));
            }
        }
        long left = tooMany;
        while (left > 0 && !candidates.isEmpty()) {
            int i = candidates.remove().pipe();
            published[i]--;
            left--;
            if (published[i] > 0) {
                candidates.add(new Candidate(i, -published[i]));
            }
        }
        return left;
    }

    private static void takeFromBusy(
            ConnectionLimit limit, long tooMany, boolean[] busy, int[] published, double[] carry) {
        PriorityQueue<Candidate> candidates = new PriorityQueue<>(ORDER);
        for (int k = 0; k < limit.size(); k++) {
            int i = limit.pipe(k);
            if (busy[i] && published[i] > 0) {
                candidates.add(new Candidate(i, carry[i]));
            }
        }
        for (long left = tooMany; left > 0; left--) {
            // Idle pipes have none left, and there are as many connections as were counted: so there is a candidate.
            Candidate first = candidates.remove();
            int i = first.pipe();
            published[i]--;
            carry[i] = Math.min(MOST_OWED, carry[i] + 1);
            if (published[i] > 0) {
                candidates.add(new Candidate(i, first.claim() + 1));
            }
        }
    }
}
