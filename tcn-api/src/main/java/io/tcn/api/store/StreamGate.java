// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Lets only some of the database's connections be held by answers that go to callers row by row: callers who read
/// slowly never take the connections that the loops and submissions need.
@Component
class StreamGate {
    /// Of the ten connections of the pool (`spring.datasource.hikari.maximum-pool-size`).
    private static final int MOST = 6;

    private static final long PATIENCE_SECONDS = 20;

    private final Semaphore places = new Semaphore(MOST, true);
    private final TransactionTemplate reading;

    StreamGate(PlatformTransactionManager transactions) {
        this.reading = new TransactionTemplate(transactions);
        this.reading.setReadOnly(true);
    }

    /// Runs a query whose rows are written to a caller.
    ///
    /// @throws DataAccessResourceFailureException if too many others are under way for too long
    void read(Runnable query) {
        boolean entered = false;
        try {
            entered = places.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!entered) {
                throw new DataAccessResourceFailureException("too many long answers are under way");
            }
            reading.executeWithoutResult(status -> query.run());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new DataAccessResourceFailureException("the server stops", stop);
        } finally {
            if (entered) {
                places.release();
            }
        }
    }
}
