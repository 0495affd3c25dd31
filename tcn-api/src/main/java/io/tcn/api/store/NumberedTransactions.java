// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Transactions of the store's thread, each with a number that it leaves in the database. If the answer to a commit is
/// lost, the number tells whether it was made: then the work is not done again and its result stands. The row with the
/// number is the first that a transaction changes, so that a commit that is still under way is waited for.
///
/// The same row tells whether this server leads; a server that took the lead has changed it.
@Component
class NumberedTransactions {
    /// The name of these transactions.
    static final String NAME = "numbered";

    private final JdbcTemplate jdbc;
    private final DatabaseLead lead;
    private final TransactionTemplate transactions;
    private long last = -1;

    NumberedTransactions(JdbcTemplate jdbc, DatabaseLead lead, PlatformTransactionManager manager) {
        this.jdbc = jdbc;
        this.lead = lead;
        this.transactions = new TransactionTemplate(manager);
        this.transactions.setName(NAME);
    }

    /// Work that is done once, however often it is tried.
    ///
    /// @param <T> type of its result
    <T> Supplier<T> once(Supplier<T> work) {
        return new Once<>(work);
    }

    /// Changes something, if only in form: works if the database does. It has no number, so that work which is tried
    /// again after it finds its own.
    void probe() {
        transactions.executeWithoutResult(_ -> {
            int seen = jdbc.update(
                    "update server_lead set batch = batch where part = 'STORE' and epoch = ?", lead.epoch());
            if (seen != 1) {
                throw lead.lost();
            }
        });
    }

    private final class Once<T> implements Supplier<T> {
        private final Supplier<T> work;
        private long number = -1;
        private @Nullable T result;
        private boolean wasDone;

        Once(Supplier<T> work) {
            this.work = work;
        }

        @Override
        public T get() {
            if (number < 0) {
                number = next();
            }
            transactions.executeWithoutResult(_ -> run());
            return Objects.requireNonNull(result);
        }

        private void run() {
            int taken = jdbc.update(
                    "update server_lead set batch = ? where part = 'STORE' and epoch = ? and batch < ?",
                    number,
                    lead.epoch(),
                    number);
            if (taken == 1) {
                wasDone = false;
                result = Objects.requireNonNull(work.get(), "work in turn has a result");
                wasDone = true;
            } else if (!wasDone || present().batch() != number) {
                throw lead.lost();
            }
            // What was done before is committed once more, with nothing in it: its sync to the disk may have failed.
        }
    }

    private record Present(long epoch, long batch) {}

    private Present present() {
        return Objects.requireNonNull(jdbc.queryForObject(
                "select epoch, batch from server_lead where part = 'STORE'",
                (row, number) -> new Present(row.getLong("epoch"), row.getLong("batch"))));
    }

    private long next() {
        if (last < 0) {
            last = present().batch();
        }
        last++;
        return last;
    }
}
