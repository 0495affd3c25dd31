// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.ConnectionLimit;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Keeps limits on connections after rounding: rounding up may exceed a limit that the real numbers
/// keep, and the connections that pipes do not use, which these leave out, come on top. Limits come
/// before the least number of connections of a pipe.
final class WholeLimits {
    /// A pipe is owed less than this many connections, however long it had to stand back.
    private static final double MOST_OWED = Math.nextDown(2.0);

    /// A row counts as kept when it is exceeded by less than this part of its limit.
    private static final double WHOLE = 1e-3;

    /// Where less than this part of a connection closes if one less is published, nobody gives way by it.
    private static final double CLOSES = 0.05;

    /// @param claim who has the smallest gives way first
    private record Candidate(int pipe, double claim) {}

    private static final Comparator<Candidate> ORDER =
            Comparator.comparingDouble(Candidate::claim).thenComparingInt(Candidate::pipe);

    private WholeLimits() {}

    /// Takes connections away until every limit holds, one at a time: those that are of no use first,
    /// from the pipe with the most of them; then from the pipe that is owed least, which is owed one
    /// more from then on. So in turn everyone gives way. Cost: O(pipes log pipes) for a limit that is
    /// exceeded.
    ///
    /// @param used per pipe how many it can use: none if it has no work
    /// @param published whole connections; changed in place
    /// @param carry what rounding owes each pipe; changed in place
    static void keep(List<ConnectionLimit> limits, int[] used, int[] published, double[] carry) {
        for (ConnectionLimit limit : limits) {
            long sum = 0;
            for (int k = 0; k < limit.size(); k++) {
                sum += published[limit.pipe(k)];
            }
            long left = sum - limit.maxConnections();
            if (left > 0) {
                left = takeUnused(limit, left, used, published);
                takeInTurn(limit, left, published, carry);
            }
        }
    }

    /// @return how many are still too many
    private static long takeUnused(ConnectionLimit limit, long tooMany, int[] used, int[] published) {
        PriorityQueue<Candidate> candidates = new PriorityQueue<>(ORDER);
        for (int k = 0; k < limit.size(); k++) {
            int i = limit.pipe(k);
            if (published[i] > used[i]) {
                candidates.add(new Candidate(i, (double) used[i] - published[i]));
            }
        }
        long left = tooMany;
        while (left > 0 && !candidates.isEmpty()) {
            int i = candidates.remove().pipe();
            published[i]--;
            left--;
            if (published[i] > used[i]) {
                candidates.add(new Candidate(i, (double) used[i] - published[i]));
            }
        }
        return left;
    }

    private static void takeInTurn(ConnectionLimit limit, long tooMany, int[] published, double[] carry) {
        PriorityQueue<Candidate> candidates = new PriorityQueue<>(ORDER);
        for (int k = 0; k < limit.size(); k++) {
            int i = limit.pipe(k);
            if (published[i] > 0) {
                candidates.add(new Candidate(i, carry[i]));
            }
        }
        for (long left = tooMany; left > 0; left--) {
            // There are as many connections as were counted: so there is a candidate.
            Candidate first = candidates.remove();
            int i = first.pipe();
            published[i]--;
            carry[i] = Math.min(MOST_OWED, carry[i] + 1);
            if (published[i] > 0) {
                candidates.add(new Candidate(i, first.claim() + 1));
            }
        }
    }

    /// Joint rounding over the pipes of a row: as long as the published connections exceed a hard row, one that was
    /// rounded up is rounded down, from the pipe that is owed least, which is owed one more from then on. The real
    /// numbers keep the row, so that this suffices. What lingers anyway is in the limit of the row already, and not
    /// a matter of rounding.
    ///
    /// A pipe that has given way to one row keeps its last connection from the others: below one connection it
    /// would never be served, if it gave way to two of them in every interval. Cost: O(entries of rows that are
    /// exceeded).
    ///
    /// @param n per pipe the real-valued connections
    /// @param staying what is open where transfers stay
    static void keepRows(StepRows rows, double[] n, int[] published, double[] carry, Staying staying) {
        boolean[] gaveWay = new boolean[n.length];
        for (int r = 0; r < rows.size(); r++) {
            if (!rows.isHard(r)) {
                continue;
            }
            double sum = 0;
            for (int k = rows.start(r); k < rows.end(r); k++) {
                int i = rows.pipe(k);
                sum += rows.coefficient(k) * (staying.open(i, published[i]) - staying.beyond(i, n[i]));
            }
            if (sum > rows.limit(r) + WHOLE * Math.abs(rows.limit(r))) {
                roundDown(rows, r, sum, n, published, carry, staying, gaveWay);
            }
        }
    }

    private static void roundDown(
            StepRows rows,
            int row,
            double exceeding,
            double[] n,
            int[] published,
            double[] carry,
            Staying staying,
            boolean[] gaveWay) {
        PriorityQueue<Candidate> candidates = new PriorityQueue<>(ORDER);
        for (int k = rows.start(row); k < rows.end(row); k++) {
            int i = rows.pipe(k);
            boolean closes = staying.open(i, published[i]) - staying.open(i, published[i] - 1) > CLOSES;
            boolean last = published[i] == 1 && gaveWay[i];
            if (!last && published[i] > n[i] && published[i] > 0 && closes && rows.coefficient(k) > 0) {
                candidates.add(new Candidate(k, carry[i]));
            }
        }
        double sum = exceeding;
        double most = rows.limit(row) + WHOLE * Math.abs(rows.limit(row));
        while (sum > most && !candidates.isEmpty()) {
            int k = candidates.remove().pipe();
            int i = rows.pipe(k);
            double open = staying.open(i, published[i]);
            published[i]--;
            gaveWay[i] = true;
            double closed = open - staying.open(i, published[i]);
            carry[i] = Math.min(MOST_OWED, carry[i] + closed);
            sum -= rows.coefficient(k) * closed;
        }
    }
}
