// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/// Makes what was committed on H2 safe from a loss of power, before anybody hears that it was committed: the file is
/// written and synced after each transaction that may have changed something. Those who commit while a sync is under
/// way share the next one.
///
/// H2 by itself writes some time after a commit and never syncs. PostgreSQL does both in the commit; there this does
/// nothing.
@Component
class GroupSync implements TransactionExecutionListener {
    private final JdbcTemplate jdbc;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private @Nullable Boolean isNeeded;
    private boolean underWay;
    private long begun;
    private long done;

    GroupSync(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
        if (failure == null && !transaction.isReadOnly()) {
            sync();
        }
    }

    /// Returns when all that was committed before is on the disk.
    private void sync() {
        if (!isNeeded()) {
            return;
        }
        lock.lock();
        try {
            // One that is under way may have begun before our commit.
            long wanted = begun + 1;
            while (done < wanted) {
                if (underWay) {
                    ended.awaitUninterruptibly();
                } else {
                    lead();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// Syncs for all who have come so far; with the lock, which is given up meanwhile.
    private void lead() {
        underWay = true;
        begun++;
        long mine = begun;
        lock.unlock();
        boolean worked = false;
        try {
            jdbc.execute("checkpoint sync");
            worked = true;
        } finally {
            lock.lock();
            underWay = false;
            if (worked) {
                done = mine;
            }
            ended.signalAll();
        }
    }

    private boolean isNeeded() {
        Boolean known = isNeeded;
        if (known == null) {
            known = DatabaseProduct.H2.isBehind(jdbc);
            isNeeded = known;
        }
        return known;
    }
}
