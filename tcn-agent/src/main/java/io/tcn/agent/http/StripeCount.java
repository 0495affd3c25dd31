// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.FileFacts;
import java.util.HashMap;
import java.util.Map;

/// How many bytes a storage says it has copied, over all stripes: never less than before, and never more than the file
/// has. Used by one thread.
final class StripeCount {
    /// Of further stripes nothing is kept.
    private static final int MAX_STRIPES = 1024;

    private final long limit;
    private final Map<Integer, Long> stripes = new HashMap<>();
    private long sum;

    /// @param sizeBytes size of the file, or -1 if nobody knows
    StripeCount(long sizeBytes) {
        this.limit = sizeBytes == FileFacts.UNKNOWN_SIZE ? Long.MAX_VALUE : sizeBytes;
    }

    /// Takes what was said of one stripe, if it said anything.
    ///
    /// @return by how many bytes the whole has grown
    long add(CopyEvent.Marker marker) {
        long before = bytes();
        long known = stripes.getOrDefault(marker.stripe(), -1L);
        if (marker.stripeBytes() > known && (known >= 0 || stripes.size() < MAX_STRIPES)) {
            stripes.put(marker.stripe(), marker.stripeBytes());
            long more = marker.stripeBytes() - Math.max(known, 0);
            sum = sum > Long.MAX_VALUE - more ? Long.MAX_VALUE : sum + more;
        }
        return bytes() - before;
    }

    long bytes() {
        return Math.min(sum, limit);
    }
}
