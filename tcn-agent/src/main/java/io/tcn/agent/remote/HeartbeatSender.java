// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.core.port.TimeSource;
import java.util.List;

/// Announces the agent: with a period, and at once when another server leads, which waits for a sign that names its
/// epoch. One thread at a time.
final class HeartbeatSender {
    private final AgentConfig config;
    private final String instance;
    private final Topics topics;
    private final KafkaLink link;
    private final Lease lease;
    /// Guarded by itself.
    private final OrderBook book;

    private final TimeSource time;
    private final AgentLife life;
    private final AliveFile alive;
    private volatile boolean leaving;
    private long sequence;
    private long sentNanos;
    private long toldEpoch;

    HeartbeatSender(
            AgentConfig config,
            String instance,
            Topics topics,
            KafkaLink link,
            Lease lease,
            OrderBook book,
            TimeSource time,
            AgentLife life,
            AliveFile alive) {
        this.config = config;
        this.instance = instance;
        this.topics = topics;
        this.link = link;
        this.lease = lease;
        this.book = book;
        this.time = time;
        this.life = life;
        this.alive = alive;
        this.sentNanos = time.nanoTime() - config.beat().toNanos();
    }

    /// From now on says that the agent takes nothing new.
    void leave() {
        leaving = true;
    }

    /// @param followed the epoch that the agent follows
    boolean isDue(long followed) {
        return followed != toldEpoch
                || time.nanoTime() - sentNanos >= config.beat().toNanos();
    }

    void send() {
        sentNanos = time.nanoTime();
        List<Long> orders;
        long epoch;
        synchronized (book) {
            epoch = book.epoch();
            toldEpoch = epoch;
            orders = book.ordersOfLeader();
        }
        Lease.Moment before = lease.now();
        long term = lease.naming();
        Message.Heartbeat heartbeat = new Message.Heartbeat(
                config.name(),
                instance,
                term,
                lease.isHeld(term),
                ++sequence,
                epoch,
                config.version(),
                config.reach(),
                config.near(),
                List.copyOf(config.tokens().keySet()),
                config.slots(),
                config.lease().toMillis(),
                time.now().toEpochMilli(),
                leaving,
                link.unreadable(),
                orders);
        link.send(topics.heartbeats(), 0, config.name(), heartbeat, failure -> {
            if (failure == null) {
                lease.announced(before, term);
                alive.touch();
            } else {
                life.inTrouble(failure);
            }
        });
    }
}
