// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.KafkaLink;
import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.OrderNumber;
import io.tcn.api.store.AgentOrder;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notes in the store which attempts agents are given, many at a time, and lets each go to its agent
/// only then: the next server finds every attempt that an agent may have begun, with as many
/// connections as it may use. A store that is away is asked again; nothing new is begun meanwhile.
///
/// [#send], [#add] and [#ended] may be called from any thread and do not wait; the rest is for the
/// thread that sends.
final class RecordedOrders {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedOrders.class);
    private static final int MOST = 500;
    /// What is over is kept a while: the store may not know of the end yet.
    private static final Duration KEPT = Duration.ofSeconds(60);

    private final Notes notes;
    private final Predicate<RemoteOrder> isOpen;
    private final Executor thread;
    private final TimeSource time;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Queue<Ended> over = new ConcurrentLinkedQueue<>();

    /// How the store is written.
    ///
    /// @param record notes orders, all or none
    /// @param forget deletes the notes of orders by their numbers, where the store knows of their ends
    record Notes(Consumer<List<AgentOrder>> record, Consumer<List<Long>> forget) {}

    /// An order, and what is done when it is noted.
    private record Waiting(RemoteOrder order, Runnable then) {}

    private record Ended(long number, long nanos) {}

    /// @param isOpen whether an order has not ended: else nobody needs it any more
    /// @param thread that sends; what is given to it is done in that order
    RecordedOrders(Notes notes, Predicate<RemoteOrder> isOpen, Executor thread, TimeSource time) {
        this.notes = notes;
        this.isOpen = isOpen;
        this.thread = thread;
        this.time = time;
    }

    /// A command is to be sent to an agent: once the store knows what the agent may have open by it.
    ///
    /// @param then sends it
    void send(RemoteOrder order, Command command, Runnable then) {
        boolean starts = command instanceof Message.Start;
        boolean mayOpen = starts || command instanceof Message.Proceed || command instanceof Message.Adjust;
        boolean isMore = mayOpen && order.note();
        if (!order.removal && (starts || isMore)) {
            add(order, then);
        } else {
            thread.execute(then);
        }
    }

    /// An attempt is to be given to an agent.
    ///
    /// @param then sends it
    void add(RemoteOrder order, Runnable then) {
        waiting.add(new Waiting(order, then));
        if (scheduled.compareAndSet(false, true)) {
            thread.execute(this::flush);
        }
    }

    /// An order is over.
    void ended(RemoteOrder order) {
        if (!order.removal) {
            over.add(new Ended(order.number, time.nanoTime()));
        }
    }

    /// Notes what waits and lets it go.
    void flush() {
        scheduled.set(false);
        while (!waiting.isEmpty()) {
            List<Waiting> some = new ArrayList<>();
            for (Waiting next = waiting.poll(); next != null; next = some.size() < MOST ? waiting.poll() : null) {
                if (isOpen.test(next.order())) {
                    some.add(next);
                }
            }
            if (some.isEmpty()) {
                return;
            }
            try {
                notes.record()
                        .accept(some.stream()
                                .map(Waiting::order)
                                // One may wait for several commands.
                                .distinct()
                                .map(order -> order.toStore(OrderNumber.epochOf(order.number, 0)))
                                .toList());
            } catch (RuntimeException | Error away) {
                LOG.warn("What agents are given cannot be noted, it is tried again: {}", KafkaLink.words(away));
                waiting.addAll(some);
                return;
            }
            some.forEach(each -> each.then().run());
        }
    }

    /// Forgets what has been over for a while.
    void tidy() {
        List<Ended> old = new ArrayList<>();
        for (Ended next = over.peek();
                next != null && old.size() < MOST && time.nanoTime() - next.nanos() >= KEPT.toNanos();
                next = over.peek()) {
            old.add(next);
            over.remove();
        }
        if (!old.isEmpty()) {
            try {
                notes.forget().accept(old.stream().map(Ended::number).toList());
            } catch (RuntimeException | Error away) {
                LOG.debug("What is over stays noted a while longer", away);
                long now = time.nanoTime();
                old.forEach(each -> over.add(new Ended(each.number(), now)));
            }
        }
    }
}
