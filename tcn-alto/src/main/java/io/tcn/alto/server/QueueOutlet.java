// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A bounded queue between the server and the thread that writes to one client. Thread-safe.
final class QueueOutlet implements Outlet {
    private static final int MAX_EVENTS = 256;

    /// One event may be larger than this, if it is alone.
    private static final long MAX_BYTES = 64L << 20;

    private final Deque<byte[]> events = new ArrayDeque<>();
    private long bytes;
    private @Nullable String ended;

    @Override
    public synchronized boolean offer(byte[] event) {
        if (ended != null) {
            return true;
        }
        if (!events.isEmpty() && (events.size() >= MAX_EVENTS || bytes + event.length > MAX_BYTES)) {
            return false;
        }
        events.add(event);
        bytes += event.length;
        notifyAll();
        return true;
    }

    @Override
    public synchronized boolean hasRoom() {
        return events.size() < MAX_EVENTS && bytes < MAX_BYTES;
    }

    @Override
    public synchronized void end(String why) {
        ended = why;
        notifyAll();
    }

    /// Waits for the next event; empty once the stream has ended and all is taken.
    synchronized Optional<byte[]> take() throws InterruptedException {
        while (events.isEmpty() && ended == null) {
            wait();
        }
        if (events.isEmpty()) {
            return Optional.empty();
        }
        byte[] next = events.remove();
        bytes -= next.length;
        return Optional.of(next);
    }

    /// Whether all is taken.
    synchronized boolean isEmpty() {
        return events.isEmpty();
    }
}
