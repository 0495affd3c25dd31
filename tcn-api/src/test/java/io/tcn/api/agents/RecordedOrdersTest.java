// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.remote.Message;
import io.tcn.agent.transfer.AttemptTraces;
import io.tcn.api.harness.TestAttempts;
import io.tcn.api.store.AgentOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordedOrdersTest {
    private static final Message.Address TO = new Message.Address(1, "i-a", 1, 1, 1);

    private final BeatsClock clock = new BeatsClock();
    private final List<Long> noted = new ArrayList<>();
    private final List<Integer> connections = new ArrayList<>();
    private final List<Long> forgotten = new ArrayList<>();
    private final List<Long> sent = new ArrayList<>();
    private @Nullable Error failure;
    private final RecordedOrders orders = new RecordedOrders(
            new RecordedOrders.Notes(this::note, forgotten::addAll), order -> true, Runnable::run, clock);

    private void note(List<AgentOrder> some) {
        if (failure != null) {
            throw failure;
        }
        some.forEach(order -> {
            noted.add(order.number());
            connections.add(order.connections());
        });
    }

    private RemoteOrder order(long number) {
        AgentRegistry registry = new AgentRegistry(1, Duration.ofSeconds(30));
        assertThat(registry.heard(Beats.of("a").at(clock.now()), 0, Instant.EPOCH))
                .isTrue();
        return new RemoteOrder(
                number,
                TestAttempts.first(number),
                false,
                new Answers(),
                AttemptTraces.NONE,
                registry.find("i-a").orElseThrow());
    }

    private void add(long number) {
        add(order(number), number);
    }

    private void add(RemoteOrder order, long number) {
        orders.add(order, () -> sent.add(number));
    }

    @Test
    void anOrderIsSentOnceItIsNoted() {
        add(1);
        assertThat(noted).containsExactly(1L);
        assertThat(sent).containsExactly(1L);
    }

    /// The server that leads dies: the next one counts what the store knows, and may not begin others
    /// in its place.
    @Test
    void whatTheStoreKnowsOfAnOrderIsNeverLessThanItsAgentMayUse() {
        RemoteOrder order = order(1);
        add(order, 1L);
        order.connections.prepared(prepared(16), 1);
        order.connections.begin(6);
        orders.send(order, new Message.Proceed(TO, 6), () -> sent.add(6L));
        assertThat(connections).containsExactly(1, 6);
        assertThat(order.connections.ask(4)).isTrue();
        orders.send(order, new Message.Adjust(TO, 4), () -> sent.add(4L));
        assertThat(connections).as("it may still use six").containsExactly(1, 6);
        failure = new NoClassDefFoundError("a class is missing");
        assertThat(order.connections.ask(8)).isTrue();
        orders.send(order, new Message.Adjust(TO, 8), () -> sent.add(8L));
        assertThat(order.connections.ask(12)).isTrue();
        orders.send(order, new Message.Adjust(TO, 12), () -> sent.add(12L));
        orders.send(order, new Message.Cancel(TO), () -> sent.add(0L));
        assertThat(sent).as("what opens nothing goes at once").containsExactly(1L, 6L, 4L, 0L);
        failure = null;
        orders.flush();
        assertThat(connections).as("one row for each order").containsExactly(1, 6, 12);
        assertThat(sent).containsExactly(1L, 6L, 4L, 0L, 8L, 12L);
    }

    private static Message.Prepared prepared(int connections) {
        return new Message.Prepared(new Message.Origin(1, "i-a", 1), 10, connections, true);
    }

    /// Nobody else would send them: their transfers would wait for ever.
    @Test
    void ordersOutliveAnErrorWhileTheyAreNoted() {
        failure = new NoClassDefFoundError("a class is missing");
        add(1);
        add(2);
        assertThat(sent).isEmpty();
        failure = null;
        orders.flush();
        assertThat(noted).containsExactlyInAnyOrder(1L, 2L);
        assertThat(sent).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void whatIsOverIsForgottenAfterAWhile() {
        orders.ended(order(1));
        orders.tidy();
        assertThat(forgotten).isEmpty();
        clock.pass(Duration.ofSeconds(60));
        orders.tidy();
        orders.tidy();
        assertThat(forgotten).containsExactly(1L);
    }
}
