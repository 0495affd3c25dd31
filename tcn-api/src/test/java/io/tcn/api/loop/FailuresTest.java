// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.UncategorizedSQLException;

class FailuresTest {
    @ParameterizedTest
    @CsvSource({
        "42501, 'the database refuses it for lack of rights, the log has what'",
        "42P01, 'the database refuses what TCN asks, the log has what'",
        "53100, the database's disk is full",
        "08006, the database does not answer",
        "57P03, the database does not answer",
        ", the database does not answer"
    })
    void healthNamesWhatTheDatabaseSays(String state, String words) {
        SQLException refused = new SQLException("must be owner of table transfer of tcn@db.example.org", state);
        RuntimeException failure = new UncategorizedSQLException("index", "create index", refused);

        assertThat(Failures.words(failure)).isEqualTo(words).doesNotContain("example.org");
    }

    @Test
    void theInnermostStateCounts() {
        SQLException refused = new SQLException("permission denied", "42501");
        SQLException pool = new SQLTransientConnectionException("no connection", "08001", refused);

        assertThat(Failures.words(new DataAccessResourceFailureException("away", pool)))
                .isEqualTo("the database refuses it for lack of rights, the log has what");
    }
}
