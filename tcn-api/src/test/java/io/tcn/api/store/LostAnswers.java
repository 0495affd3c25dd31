// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.orm.jpa.JpaSystemException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/// Commits of which no answer comes: made, or not made, as told.
final class LostAnswers implements BeanPostProcessor {
    private final AtomicInteger afterCommit = new AtomicInteger();
    private final AtomicInteger beforeCommit = new AtomicInteger();

    /// The next transaction that changes something is committed, and its answer is lost.
    void loseNextAnswer() {
        afterCommit.set(1);
    }

    /// The next transaction is not committed, and nobody says so.
    void loseNextCommit() {
        loseNextCommits(1);
    }

    /// The same of so many.
    void loseNextCommits(int count) {
        beforeCommit.set(count);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof PlatformTransactionManager manager ? new Losing(manager) : bean;
    }

    private final class Losing implements PlatformTransactionManager {
        private final PlatformTransactionManager manager;

        Losing(PlatformTransactionManager manager) {
            this.manager = manager;
        }

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            return manager.getTransaction(definition);
        }

        @Override
        public void commit(TransactionStatus status) {
            if (!status.isNewTransaction() || status.isRollbackOnly() || status.isReadOnly()) {
                manager.commit(status);
                return;
            }
            if (beforeCommit.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                manager.rollback(status);
                throw lost();
            }
            manager.commit(status);
            if (afterCommit.getAndSet(0) > 0) {
                throw lost();
            }
        }

        private static JpaSystemException lost() {
            return new JpaSystemException(new IllegalStateException("the connection broke in the commit"));
        }

        @Override
        public void rollback(TransactionStatus status) {
            manager.rollback(status);
        }
    }
}
