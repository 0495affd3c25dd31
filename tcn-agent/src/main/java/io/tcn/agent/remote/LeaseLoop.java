// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after the lease: what was ordered in a term that is over is given back, and what nobody wants any more.
/// Whatever it meets costs one step; it ends with the agent.
final class LeaseLoop implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(LeaseLoop.class);
    private static final Duration TICK = Duration.ofMillis(250);

    private final String name;
    private final String instance;
    private final Lease lease;
    /// Guarded by itself.
    private final OrderBook book;

    private final TimeSource time;
    private final AgentLife life;
    private final CountDownLatch ready = new CountDownLatch(1);
    private long lastTerm;
    private boolean held;

    /// @param name of the agent
    /// @param instance which process of this name
    LeaseLoop(String name, String instance, Lease lease, OrderBook book, TimeSource time, AgentLife life) {
        this.name = name;
        this.instance = instance;
        this.lease = lease;
        this.book = book;
        this.time = time;
        this.life = life;
        this.lastTerm = lease.term();
    }

    /// Opens once the lease was held.
    CountDownLatch ready() {
        return ready;
    }

    @Override
    public void run() {
        while (!life.hasEnded()) {
            try {
                look();
            } catch (RuntimeException | Error defect) {
                log.error("The watch of the lease failed", defect);
            }
            life.pause(TICK);
        }
    }

    private void look() {
        long term = lease.term();
        synchronized (book) {
            if (term != lastTerm && held) {
                String why = life.trouble();
                log.warn(
                        "The lease is lost: {}; what runs is stopped, and nothing of it is published",
                        why == null ? "this process stood still" : why);
            }
            book.term(term);
            book.look(time.nanoTime());
        }
        lastTerm = term;
        boolean now = lease.isHeld();
        if (now && !held) {
            log.info("Agent {} may work (instance {}, term {})", name, instance, term);
            ready.countDown();
        }
        held = now;
    }
}
