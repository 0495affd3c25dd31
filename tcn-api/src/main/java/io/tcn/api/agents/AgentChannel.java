// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Address;
import io.tcn.agent.remote.Message.BoundOf;
import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.OrderNumber;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The way of this server to its agents, once it leads: who they are, what they are sent, and since when they can know
/// that this server leads. Nothing here waits. Guarded by the lock of [RemoteDataPlane].
final class AgentChannel {
    private static final Duration WAIT_FOR_AGENT = Duration.ofSeconds(5);
    /// So long after its begin agents are only just hearing of this server: then it is looked again soon.
    private static final Duration GETTING_HEARD = Duration.ofSeconds(10);
    private static final Duration LOOK_SOON = Duration.ofMillis(500);

    private final Object lock;
    private final TimeSource time;
    private final Duration lostAfter;
    private @Nullable AgentRegistry registry;
    private @Nullable Post post;
    private @Nullable Long announcedNanos;
    private long openedNanos;
    private long epoch;
    private long lastOrder;
    private long sequence;

    AgentChannel(Object lock, TimeSource time, Duration lostAfter) {
        this.lock = lock;
        this.time = time;
        this.lostAfter = lostAfter;
    }

    /// Agents may be given work from now on.
    void open(long ownEpoch, AgentRegistry agents, Post way) {
        openedNanos = time.nanoTime();
        epoch = ownEpoch;
        lastOrder = OrderNumber.of(ownEpoch, 0);
        registry = agents;
        post = way;
    }

    /// This server's beacon is in the topic that agents read.
    ///
    /// @param nanos when that was known
    /// @return false if that was known before
    boolean announced(long nanos) {
        boolean isFirst = announcedNanos == null;
        if (isFirst) {
            announcedNanos = nanos;
        }
        return isFirst;
    }

    /// Whether agents have known of this server for long enough to have been heard or to be lost.
    ///
    /// @param nanos of a moment
    boolean isKnownLongAt(long nanos) {
        return announcedNanos != null && nanos - announcedNanos >= lostAfter.toNanos();
    }

    /// The agents; null before the channel is open.
    @Nullable
    AgentRegistry agents() {
        return registry;
    }

    @Nullable
    Post post() {
        return post;
    }

    long epoch() {
        return epoch;
    }

    /// The agents, if something can be given to them now.
    Optional<AgentRegistry> reachable() {
        Post way = post;
        return way == null || announcedNanos == null || !way.isUp() ? Optional.empty() : Optional.ofNullable(registry);
    }

    /// How long what servers before this one have begun may still go on.
    Duration settlesIn() {
        Long announced = announcedNanos;
        if (announced == null) {
            return WAIT_FOR_AGENT;
        }
        Duration left = lostAfter.plus(Message.Adopt.WITHIN).minusNanos(time.nanoTime() - announced);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /// How long an attempt waits that no agent can take now.
    Duration waitForAgent() {
        return time.nanoTime() - openedNanos < GETTING_HEARD.toNanos() ? LOOK_SOON : WAIT_FOR_AGENT;
    }

    /// The number of the next order.
    long nextOrder() {
        return ++lastOrder;
    }

    Address address(RemoteOrder order) {
        return new Address(epoch, order.instance, order.term, order.number, ++sequence);
    }

    void send(RemoteOrder order, Command command) {
        send(order, command, there -> {});
    }

    /// Sends the command by which an agent gets an order: once the broker has it, the agent is to name the order.
    void give(RemoteOrder order, Command command) {
        send(order, command, there -> {
            synchronized (lock) {
                order.told = order.told || there;
            }
        });
    }

    /// @param then hears after each try whether the broker has it
    void send(RemoteOrder order, Command command, Consumer<Boolean> then) {
        Objects.requireNonNull(post, "opened before anything is given").send(order, command, then);
    }

    /// Tells a process its part of the bounds of a pipe.
    ///
    /// @return whether it is on its way, or is not to be told: false if the process was not heard of yet
    boolean shape(String instance, PipeId pipe, List<BoundOf> own) {
        AgentRegistry known = registry;
        Post way = post;
        if (known == null || way == null) {
            return false;
        }
        AgentRegistry.Known agent = known.find(instance).orElse(null);
        if (agent == null) {
            return false;
        }
        if (!agent.isLost()) {
            Address to = new Address(epoch, instance, agent.last().term(), 0, ++sequence);
            way.shape(agent.last().agent(), pipe, new Message.Shape(to, pipe.value(), own));
        }
        return true;
    }

    /// An order is over.
    void ended(RemoteOrder order) {
        Post way = post;
        if (way != null) {
            way.ended(order);
        }
    }
}
