// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.SizeHistogram;
import io.tcn.core.port.QueuedTransfer;
import java.util.Arrays;

/// How large the queued transfers are that are in a window: kept in step with it, O(1) for each that comes or goes.
/// Those of unknown size are left out. Mutable; owned by the dispatch loop.
final class QueuedSizes {
    private final long[] counts = new long[SizeHistogram.CLASSES];
    private long bytes;

    void add(QueuedTransfer queued) {
        count(queued, 1);
    }

    void remove(QueuedTransfer queued) {
        count(queued, -1);
    }

    private void count(QueuedTransfer queued, int change) {
        long size = queued.transfer().sizeBytes();
        if (size >= 0) {
            counts[SizeHistogram.classOf(size)] += change;
            bytes += change * size;
        }
    }

    void clear() {
        Arrays.fill(counts, 0);
        bytes = 0;
    }

    long bytes() {
        return bytes;
    }

    SizeHistogram histogram() {
        return SizeHistogram.of(counts);
    }
}
