// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Report;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The ends of the last orders that an agent has told, for a server that has begun to lead since and asks. Plain and
/// without threads.
final class ToldEnds {
    /// What a busy agent ends within a change of leader, many times over.
    private static final int MEMORY = 20_000;

    private final Map<OrderBook.Key, Report> ends = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<OrderBook.Key, Report> eldest) {
            return size() > MEMORY;
        }
    };

    void keep(@Nullable Report end) {
        if (end != null && end.isLast()) {
            ends.put(OrderBook.Key.of(end.from()), end);
        }
    }

    Optional<Report> of(OrderBook.Key order) {
        return Optional.ofNullable(ends.get(order));
    }
}
