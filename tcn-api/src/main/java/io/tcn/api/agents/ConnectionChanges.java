// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Address;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/// Tells agents when orders that run are to use another number of connections: at once, and each order at most once in
/// [#BETWEEN]; what changes and changes back meanwhile is not told. Guarded by the lock of [RemoteDataPlane].
final class ConnectionChanges {
    static final Duration BETWEEN = Duration.ofSeconds(1);

    private final AgentChannel channel;
    private final RemoteOrders orders;
    private final TimeSource time;
    private final Set<RemoteOrder> waiting = new LinkedHashSet<>();

    ConnectionChanges(AgentChannel channel, RemoteOrders orders, TimeSource time) {
        this.channel = channel;
        this.orders = orders;
        this.time = time;
    }

    /// An order is to use so many connections.
    ///
    /// @return how many count for it
    int ask(RemoteOrder order, int connections) {
        if (!order.mayWrite) {
            order.connections.begin(connections);
        } else if (order.connections.ask(connections)) {
            if (order.connections.wasSentWithin(BETWEEN, time.nanoTime())) {
                waiting.add(order);
            } else {
                tell(order);
            }
        }
        return order.connections.counted();
    }

    /// The word to write, which has the number of connections with it.
    Message.Proceed proceed(RemoteOrder order) {
        Address to = channel.address(order);
        Message.Proceed proceed = new Message.Proceed(to, order.connections.asked());
        if (proceed.connections() != null) {
            order.connections.sent(to.change(), time.nanoTime());
        }
        return proceed;
    }

    /// Tells what waits and is still to be told.
    void tellWaiting() {
        for (RemoteOrder order : Set.copyOf(waiting)) {
            boolean isOpen = orders.contains(order) && !order.stopped && order.connections.isUntold();
            if (isOpen && order.connections.wasSentWithin(BETWEEN, time.nanoTime())) {
                continue;
            }
            waiting.remove(order);
            if (isOpen) {
                tell(order);
            }
        }
    }

    private void tell(RemoteOrder order) {
        Integer asked = order.connections.asked();
        if (asked != null && !order.stopped) {
            Address to = channel.address(order);
            order.connections.sent(to.change(), time.nanoTime());
            channel.send(order, new Message.Adjust(to, asked));
        }
    }
}
