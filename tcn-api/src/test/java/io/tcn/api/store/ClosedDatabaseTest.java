// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.SQLExceptionOverride.Override;
import java.sql.SQLException;
import org.h2.api.ErrorCode;
import org.h2.message.DbException;
import org.h2.mvstore.DataUtils;
import org.junit.jupiter.api.Test;

/// Which connections to H2 are thrown away.
class ClosedDatabaseTest {
    private final ClosedDatabase rule = new ClosedDatabase();

    @Test
    void aConnectionToAClosedDatabaseGoes() {
        assertThat(rule.adjudicate(DbException.getJdbcSQLException(ErrorCode.DATABASE_IS_CLOSED)))
                .isEqualTo(Override.MUST_EVICT);
    }

    @Test
    void aGeneralErrorOfTheStoreBelowIsOne() {
        SQLException general = DbException.toSQLException(
                DataUtils.newMVStoreException(DataUtils.ERROR_INTERNAL, "This map is closed"));
        assertThat(rule.adjudicate(general)).isEqualTo(Override.MUST_EVICT);
    }

    @Test
    void anOrdinaryErrorIsNone() {
        assertThat(rule.adjudicate(DbException.getJdbcSQLException(ErrorCode.DUPLICATE_KEY_1)))
                .isEqualTo(Override.CONTINUE_EVICT);
        assertThat(rule.adjudicate(DbException.toSQLException(new IllegalStateException("other"))))
                .isEqualTo(Override.CONTINUE_EVICT);
        assertThat(rule.adjudicate(new SQLException("of somebody else", "X", 90098)))
                .isEqualTo(Override.CONTINUE_EVICT);
    }
}
