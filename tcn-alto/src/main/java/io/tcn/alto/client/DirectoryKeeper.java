// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.client.AltoException.Kind;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Holds the directory of a server and reads it again after an hour, or when an answer contradicts it. When that
/// fails the one that is held is used on, for a directory rarely changes and an old one beats none.
final class DirectoryKeeper {
    private static final Duration LIFETIME = Duration.ofHours(1);
    private static final Duration RETRY = Duration.ofMinutes(1);

    private final DirectoryReader reader;
    private final URI root;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();

    // all under the lock
    private @Nullable ServiceDirectory held;
    private Instant due = Instant.MIN;

    DirectoryKeeper(DirectoryReader reader, URI root, InstantSource clock) {
        this.reader = reader;
        this.root = root;
        this.clock = clock;
    }

    /// The directory, read now if there is none or it is due.
    ServiceDirectory current() throws AltoException, InterruptedException {
        lock.lockInterruptibly();
        try {
            ServiceDirectory before = held;
            if (before != null && clock.instant().isBefore(due)) {
                return before;
            }
            try {
                return readNow();
            } catch (AltoException e) {
                if (before == null) {
                    throw e;
                }
                due = clock.instant().plus(RETRY);
                return before;
            }
        } finally {
            lock.unlock();
        }
    }

    /// The directory, read now in any case.
    ServiceDirectory refresh() throws AltoException, InterruptedException {
        lock.lockInterruptibly();
        try {
            return readNow();
        } finally {
            lock.unlock();
        }
    }

    /// Something contradicts the directory: it is read again before its next use.
    void suspect() {
        lock.lock();
        try {
            due = Instant.MIN;
        } finally {
            lock.unlock();
        }
    }

    /// A service of the directory that is held, whatever its age.
    Optional<Service> find(String id) {
        lock.lock();
        try {
            return held == null ? Optional.empty() : held.find(id);
        } finally {
            lock.unlock();
        }
    }

    /// A service that must be there.
    Service service(String id, ServiceKind kind) throws AltoException, InterruptedException {
        return of(current(), id, kind);
    }

    static Service of(ServiceDirectory directory, String id, ServiceKind kind) throws AltoException {
        Service service = directory
                .find(id)
                .orElseThrow(() -> new AltoException(Kind.GONE, "the directory has no resource " + id));
        if (service.kind() != kind) {
            throw new AltoException(Kind.NOT_OFFERED, id + " is of kind " + service.kind() + ", not " + kind);
        }
        return service;
    }

    private ServiceDirectory readNow() throws AltoException, InterruptedException {
        ServiceDirectory now = reader.read(root);
        held = now;
        due = clock.instant().plus(LIFETIME);
        return now;
    }
}
