// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// When a server last worked on this database. After a crash, or after a backup has been restored, it tells until when
/// attempts of before can have written: what is younger was written by somebody else, however late the next start is.
@Repository
public class SignOfLife {
    /// Time between two signs.
    public static final Duration BEAT = Duration.ofSeconds(5);

    private final JdbcTemplate jdbc;

    SignOfLife(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// This server works.
    @Transactional
    public void give(Instant now) {
        jdbc.update("update server_life set at = ?", Rows.timestamp(now));
    }

    /// A server has worked on this database at a moment, as somebody else knows; a later sign stays.
    @Transactional
    public void giveAtLeast(Instant known) {
        jdbc.update(
                "update server_life set at = ? where at is null or at < ?",
                Rows.timestamp(known),
                Rows.timestamp(known));
    }

    /// The last sign; null if there was none, as after an upgrade.
    @Nullable
    Instant last() {
        return jdbc.query("select at from server_life", (row, number) -> new Sign(Rows.instant(row, "at"))).stream()
                .findFirst()
                .map(Sign::at)
                .orElse(null);
    }

    private record Sign(@Nullable Instant at) {}
}
