// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import io.tcn.api.store.outbox.OutboxStore;
import io.tcn.api.store.outbox.WhenMessagesAreOn;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// How sending goes: what waits, what was sent, what went wrong. One line in the log per change, not per try.
@Component
@WhenMessagesAreOn
public class EventBacklog {
    private static final Logger LOG = LoggerFactory.getLogger(EventBacklog.class);

    private final OutboxStore store;
    private final LongAdder sent = new LongAdder();
    private final LongAdder unsendable = new LongAdder();
    private volatile @Nullable String lastError;

    EventBacklog(OutboxStore store) {
        this.store = store;
    }

    /// Messages that wait in the database; one query.
    public long waiting() {
        return store.waiting();
    }

    /// Messages that can never be sent and are kept in the database for a while; one query.
    public long keptUnsendable() {
        return store.buried();
    }

    /// Messages that the broker has acknowledged since the start.
    public long sent() {
        return sent.sum();
    }

    /// Messages that were found unsendable since the start.
    public long unsendable() {
        return unsendable.sum();
    }

    /// What is wrong now; null when messages flow.
    public @Nullable String lastError() {
        return lastError;
    }

    void acknowledged(int messages) {
        sent.add(messages);
        if (messages > 0 && lastError != null) {
            lastError = null;
            LOG.info("monitoring messages are sent again");
        }
    }

    void putAside(long transfer, String reason) {
        unsendable.increment();
        LOG.warn("a monitoring message about transfer {} was put aside: {}", transfer, reason);
    }

    void trouble(String error) {
        if (lastError == null) {
            LOG.warn("monitoring messages wait in the database, sending is tried again until it succeeds: {}", error);
        }
        lastError = error;
    }
}
