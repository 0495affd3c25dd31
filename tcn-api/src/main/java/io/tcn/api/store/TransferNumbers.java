// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.concurrent.locks.ReentrantLock;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/// Numbers of new transfers, taken from the database in blocks. Numbers of a stretch follow each other; those of a
/// block that was not used up when the server stopped are never used.
@Component
class TransferNumbers {
    /// By how much the sequence grows (V1).
    private static final int BLOCK = 1000;

    private final JdbcTemplate jdbc;
    private final ReentrantLock lock = new ReentrantLock();
    private long next;
    private long end;

    TransferNumbers(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// A stretch of numbers in rising order.
    long[] take(int count) {
        long[] numbers = new long[count];
        lock.lock();
        try {
            for (int i = 0; i < count; i++) {
                if (next == end) {
                    Long first = jdbc.queryForObject("select nextval('transfer_id')", Long.class);
                    next = first == null ? 0 : first;
                    end = next + BLOCK;
                }
                numbers[i] = next++;
            }
        } finally {
            lock.unlock();
        }
        return numbers;
    }
}
