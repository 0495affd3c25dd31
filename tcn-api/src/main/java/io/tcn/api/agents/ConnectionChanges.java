// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Address;
import io.tcn.agent.remote.Message.Command;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/// Tells agents when orders that run are to use another number of connections: at once, but each order at most once in
/// [#BETWEEN], and not before the broker has the change before. What changes and changes back meanwhile is not told.
/// Guarded by the lock of [RemoteDataPlane].
final class ConnectionChanges {
    static final Duration BETWEEN = Duration.ofSeconds(1);

    private final Object lock;
    private final AgentChannel channel;
    private final RemoteOrders orders;
    private final TimeSource time;
    private final Set<RemoteOrder> waiting = new LinkedHashSet<>();

    ConnectionChanges(Object lock, AgentChannel channel, RemoteOrders orders, TimeSource time) {
        this.lock = lock;
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
            if (order.connections.mustWait(BETWEEN, time.nanoTime())) {
                waiting.add(order);
            } else {
                tell(order);
            }
        }
        return order.connections.counted();
    }

    /// Sends the word to write, which has the number of connections with it.
    void proceed(RemoteOrder order) {
        Address to = channel.address(order);
        Integer asked = order.connections.asked();
        if (asked == null) {
            channel.send(order, new Message.Proceed(to, null));
        } else {
            send(order, new Message.Proceed(to, asked));
        }
    }

    /// Tells what waits and is still to be told.
    void tellWaiting() {
        for (RemoteOrder order : Set.copyOf(waiting)) {
            boolean isOpen = orders.contains(order) && !order.stopped && order.connections.isUntold();
            if (isOpen && order.connections.mustWait(BETWEEN, time.nanoTime())) {
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
            send(order, new Message.Adjust(channel.address(order), asked));
        }
    }

    private void send(RemoteOrder order, Command change) {
        order.connections.sent(change.to().change(), time.nanoTime());
        channel.send(order, change, there -> {
            if (there) {
                synchronized (lock) {
                    order.connections.arrived();
                }
            }
        });
    }
}
