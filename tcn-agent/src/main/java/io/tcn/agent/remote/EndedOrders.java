// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Report;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The last orders that an agent has ended or will not begin, so that a late copy of their commands does nothing; and
/// what was told of the last of them, for a server that has begun to lead since and asks. Plain and without threads.
final class EndedOrders {
    static final int MEMORY = 100_000;

    /// What a busy agent ends within a change of leader, many times over.
    private static final int ENDS = 20_000;

    private final Map<OrderKey, Boolean> over = new Newest<>(MEMORY);
    private final Map<OrderKey, Report> ends = new Newest<>(ENDS);

    /// Of each key the value; the oldest keys go.
    private static final class Newest<V> extends LinkedHashMap<OrderKey, V> {
        private static final long serialVersionUID = 1L;

        private final int most;

        Newest(int most) {
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<OrderKey, V> eldest) {
            return size() > most;
        }
    }

    /// An order that must not begin any more.
    void add(OrderKey order) {
        over.put(order, true);
    }

    /// An order that has ended.
    ///
    /// @param told what was told of it last
    void add(OrderKey order, @Nullable Report told) {
        add(order);
        if (told != null && told.isLast()) {
            ends.put(order, told);
        }
    }

    boolean contains(OrderKey order) {
        return over.containsKey(order);
    }

    /// What was told of its end.
    Optional<Report> endOf(OrderKey order) {
        return Optional.ofNullable(ends.get(order));
    }
}
