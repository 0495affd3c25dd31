// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// The number of the server that agents obey, and until when servers have heard what agents told.
@Repository
public class AgentsEpoch {
    private final JdbcTemplate jdbc;
    private final DatabaseLead lead;

    AgentsEpoch(JdbcTemplate jdbc, DatabaseLead lead) {
        this.jdbc = jdbc;
        this.lead = lead;
    }

    /// Takes the next number. Only the server that leads gets one.
    ///
    /// @return 1 or more, more than any before
    @Transactional
    public long raise() {
        lead.check();
        jdbc.update("update agents_epoch set epoch = epoch + 1");
        Long raised = jdbc.queryForObject("select epoch from agents_epoch", Long.class);
        if (raised == null) {
            throw new IllegalStateException("the table agents_epoch is empty");
        }
        return raised;
    }

    /// Until when all that agents told was heard, and its consequences are stored; empty before that was noted.
    public Optional<Instant> heardUntil() {
        return jdbc
                .query(
                        "select heard_until from agents_epoch",
                        (row, number) -> Optional.ofNullable(Rows.instant(row, 1)))
                .stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Notes it, unless a later moment was noted. Only the server that leads may.
    @Transactional
    public void heardUntil(Instant moment) {
        lead.check();
        jdbc.update(
                "update agents_epoch set heard_until = ? where heard_until is null or heard_until < ?",
                Rows.timestamp(moment),
                Rows.timestamp(moment));
    }
}
