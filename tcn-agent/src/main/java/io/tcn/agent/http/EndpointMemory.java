// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What storages have told about themselves, kept for a while: a cache, shared by all attempts.
public final class EndpointMemory {
    private static final int MAX_ENTRIES = 10_000;

    private final TimeSource time;
    private final long ttlNanos;
    private final Map<String, Remembered> facts = new ConcurrentHashMap<>();

    public EndpointMemory(TimeSource time, Duration ttl) {
        this.time = time;
        this.ttlNanos = ttl.toNanos();
    }

    /// What is remembered under a key, empty if nothing is or it is too old.
    Optional<Boolean> find(Topic topic, String place) {
        Remembered remembered = facts.get(topic + " " + place);
        return remembered == null || time.nanoTime() - remembered.nanos() > ttlNanos
                ? Optional.empty()
                : Optional.of(remembered.value());
    }

    void remember(Topic topic, String place, boolean value) {
        if (facts.size() >= MAX_ENTRIES) {
            facts.clear();
        }
        facts.put(topic + " " + place, new Remembered(value, time.nanoTime()));
    }

    void forget(Topic topic, String place) {
        facts.remove(topic + " " + place);
    }

    /// What there is to remember.
    enum Topic {
        /// The endpoint lists COPY among its methods, and has not shown that it means copies inside itself only.
        OFFERS_COPY,
        /// The endpoint is known to copy from and to other storages: it has done it, or is a product that does.
        COPIES_AFAR,
        /// The endpoint never says `100 Continue`.
        NEVER_SAYS_CONTINUE,
        /// The folder exists.
        FOLDER_EXISTS,
        /// The endpoint gives whole files only.
        GIVES_NO_PARTS
    }

    private record Remembered(boolean value, long nanos) {}
}
