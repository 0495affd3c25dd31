// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/// What happened on a pair within the last half hour, as sums over buckets of 10 s; control intervals that are
/// longer make buckets of their own length. Intervals in which nothing happened take no room, so that there are at
/// most [#MAX_BUCKETS] buckets, however many transfers and however short the intervals.
///
/// A bucket at the edge of a window counts with that part of its moved bytes that lies inside, as if they had moved
/// evenly, and with all transfers that ended in it. Cost: O(buckets) per look.
final class PairWindow {
    static final Duration SHORT = Duration.ofMinutes(5);
    static final Duration MIDDLE = Duration.ofMinutes(15);
    static final Duration LONG = Duration.ofMinutes(30);

    private static final long CELL_NANOS = Duration.ofSeconds(10).toNanos();
    static final int MAX_BUCKETS = (int) (LONG.toNanos() / CELL_NANOS) + 1;

    private static final class Bucket {
        private final long startNanos;
        private long endNanos;
        private final TransferSums sums = new TransferSums();

        private Bucket(long startNanos) {
            this.startNanos = startNanos;
        }
    }

    /// Oldest first.
    private final Deque<Bucket> buckets = new ArrayDeque<>();

    /// Adds what happened in an interval. Intervals come in their order.
    void add(long startNanos, long endNanos, TransferSums sums) {
        while (!buckets.isEmpty() && buckets.getFirst().endNanos <= endNanos - LONG.toNanos()) {
            buckets.removeFirst();
        }
        if (sums.isEmpty()) {
            return;
        }
        Bucket last = buckets.peekLast();
        if (last == null || cell(last.endNanos) != cell(endNanos)) {
            last = new Bucket(startNanos);
            buckets.addLast(last);
        }
        last.endNanos = endNanos;
        last.sums.add(sums, 1);
    }

    /// Sums over a window that ends now.
    TransferSums over(Duration window, long nowNanos) {
        long edgeNanos = nowNanos - window.toNanos();
        TransferSums total = new TransferSums();
        Iterator<Bucket> newestFirst = buckets.descendingIterator();
        while (newestFirst.hasNext()) {
            Bucket bucket = newestFirst.next();
            if (bucket.endNanos <= edgeNanos) {
                break;
            }
            // An interval is longer than zero, so a bucket is.
            double inside = bucket.startNanos >= edgeNanos
                    ? 1
                    : (double) (bucket.endNanos - edgeNanos) / (bucket.endNanos - bucket.startNanos);
            total.add(bucket.sums, inside);
        }
        return total;
    }

    int bucketCount() {
        return buckets.size();
    }

    /// An interval belongs to the cell in which it ends; one that ends where a cell does, to that cell.
    private static long cell(long endNanos) {
        return (endNanos - 1) / CELL_NANOS;
    }
}
