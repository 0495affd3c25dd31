// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.time.Duration;
import org.springframework.jdbc.core.JdbcTemplate;

/// Patience for work that looks at much of the database, once: at a start with a long queue that was never vacuumed
/// PostgreSQL may be busy for longer than a hung one is waited for.
final class LongQuestions {
    private LongQuestions() {}

    /// For the rest of the present transaction answers may take so long. The pool sets what it was before when the
    /// connection comes back.
    static void allow(JdbcTemplate jdbc, Duration most) {
        jdbc.execute((Connection connection) -> {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(most.toMillis()));
            return most;
        });
    }
}
