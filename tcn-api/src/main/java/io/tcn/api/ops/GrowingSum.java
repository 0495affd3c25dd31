// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import java.util.HashMap;
import java.util.Map;

/// The sum of counts of which some are forgotten and begin anew: it never goes down. What a count has grown between the
/// last look at it and its being forgotten is lost. Safe for all threads.
///
/// @param <K> what is counted by
final class GrowingSum<K> {
    private Map<K, Long> last = Map.of();
    private long sum;

    /// @param counts as they are now
    /// @return the sum of all that they have grown since the first look, and of what they were then
    synchronized long of(Map<K, Long> counts) {
        counts.forEach((key, count) -> {
            long before = last.getOrDefault(key, 0L);
            sum += count >= before ? count - before : count;
        });
        last = new HashMap<>(counts);
        return sum;
    }
}
