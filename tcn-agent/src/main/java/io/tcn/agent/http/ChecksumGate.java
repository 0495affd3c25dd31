// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/// Lets only some requests for a checksum at once to each storage, first come, first served. A storage that has to read
/// a file for its checksum does so for few at a time: XRootD lets the fifth wait half a minute and does not work on it
/// in between.
final class ChecksumGate {
    private final int limit;
    private final Map<String, Queue> queues = new HashMap<>();

    ChecksumGate(int limit) {
        this.limit = limit;
    }

    /// Waits for a place. An interrupt ends the waiting.
    ///
    /// @param origin the storage
    /// @return to be closed when the answer is there
    Place enter(String origin) throws InterruptedException {
        Queue queue;
        synchronized (queues) {
            queue = queues.computeIfAbsent(origin, each -> new Queue(new Semaphore(limit, true)));
            queue.users++;
        }
        boolean entered = false;
        try {
            queue.places.acquire();
            entered = true;
        } finally {
            if (!entered) {
                leave(origin, queue);
            }
        }
        return () -> {
            queue.places.release();
            leave(origin, queue);
        };
    }

    /// How many storages have somebody inside or waiting.
    int size() {
        synchronized (queues) {
            return queues.size();
        }
    }

    private void leave(String origin, Queue queue) {
        synchronized (queues) {
            queue.users--;
            if (queue.users == 0) {
                queues.remove(origin);
            }
        }
    }

    /// The right to ask.
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    private static final class Queue {
        private final Semaphore places;
        // Guarded by the map that holds this.
        private int users;

        Queue(Semaphore places) {
            this.places = places;
        }
    }
}
