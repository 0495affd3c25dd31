// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;

class FailuresTest {
    private static final String REFUSES =
            "the database refuses what TCN asks, perhaps for lack of a right; the log has what";
    private static final String IS_AWAY = "the database does not answer";

    /// States as PostgreSQL gives them: insufficient_privilege, undefined_table, connection_failure,
    /// cannot_connect_now.
    @ParameterizedTest
    @CsvSource({"42501, true", "42P01, true", "08006, false", "57P03, false"})
    void healthTellsARefusalFromAnOutage(String state, boolean refused) {
        SQLException answer = new SQLException("must be owner of table transfer of tcn@db.example.org", state);
        RuntimeException failure = new SQLExceptionSubclassTranslator().translate("index", "create index", answer);

        assertThat(Failures.words(new IllegalStateException(failure))).isEqualTo(refused ? REFUSES : IS_AWAY);
    }
}
