// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Up to which transfer the database came back from a backup. What these had done since the backup the database does
/// not know: a file that is whole at the destination of one of them counts as done, instead of being refused. The mark
/// stays, so that a crash after the restore changes nothing. Any thread.
@Repository
public class RestoredMark {
    /// The mark of a database that was never restored: before every transfer.
    static final long NEVER = -1;

    private final JdbcTemplate jdbc;
    private volatile @Nullable Long upTo;

    RestoredMark(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// The database is as a backup had it; all transfers that it has now are from before.
    @Transactional
    public void set(Instant now) {
        jdbc.update(
                "insert into restored (up_to, at) select coalesce(max(id), 0), cast(? as timestamp(6) with time zone)"
                        + " from transfer",
                Rows.timestamp(now));
        upTo = null;
    }

    /// The number of the last transfer that came back with a restore; [#NEVER] if there was none.
    long upTo() {
        Long known = upTo;
        if (known == null) {
            known = jdbc.queryForObject("select coalesce(max(up_to), -1) from restored", Long.class);
            upTo = known;
        }
        return known == null ? NEVER : known;
    }
}
