// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.outbox;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Reads what waits to be sent, and forgets what was. Rows are deleted one by one, never up to a number: a transaction
/// that took a lower number may commit later. The rows of one transfer become visible in their order, because each
/// change holds the transfer's row until it commits.
@Repository
@WhenMessagesAreOn
public class OutboxStore {
    private static final int MAX_DEAD_REASON = 500;

    private final JdbcTemplate jdbc;
    private final OutboxWriter writer;

    OutboxStore(JdbcTemplate jdbc, OutboxWriter writer) {
        this.jdbc = jdbc;
        this.writer = writer;
    }

    /// The id of this database among all that send messages, made at the first call.
    @Transactional
    public String origin() {
        List<String> known = jdbc.queryForList("select id from outbox_origin", String.class);
        if (!known.isEmpty()) {
            return known.getFirst();
        }
        String made = UUID.randomUUID().toString();
        jdbc.update("insert into outbox_origin (id) values (?)", made);
        return made;
    }

    /// Writes the messages about attempts that died with the server. Called once at the start.
    ///
    /// @return how many attempts
    @Transactional
    public int endOrphans(Instant now) {
        return writer.endOrphans(now);
    }

    /// The first messages that wait, in order of sending.
    ///
    /// @param limit at most this many
    @Transactional(readOnly = true)
    public List<OutboxRow> next(int limit) {
        return jdbc.query(OutboxRow.SELECT, (row, number) -> OutboxRow.read(row), limit);
    }

    /// Forgets messages that the broker has.
    @Transactional
    public void delete(List<Long> seqs) {
        jdbc.batchUpdate(
                "delete from outbox where seq = ?",
                seqs.stream().map(seq -> new Object[] {seq}).toList());
    }

    /// Puts a message aside that can never be sent, so that others can go on.
    ///
    /// @param reason why, one line
    @Transactional
    public void bury(long seq, String reason, Instant now) {
        jdbc.update(
                "update outbox set dead_reason = ?, dead_since = ? where seq = ?",
                reason.length() <= MAX_DEAD_REASON ? reason : reason.substring(0, MAX_DEAD_REASON),
                now.atOffset(ZoneOffset.UTC),
                seq);
    }

    /// Forgets messages that were put aside before a moment.
    ///
    /// @return how many
    @Transactional
    public int deleteBuried(Instant before) {
        return jdbc.update("delete from outbox where dead_since < ?", before.atOffset(ZoneOffset.UTC));
    }

    /// Number of messages that wait.
    @Transactional(readOnly = true)
    public long waiting() {
        return count("select count(*) from outbox where dead_since is null");
    }

    /// Number of messages that were put aside.
    @Transactional(readOnly = true)
    public long buried() {
        return count("select count(*) from outbox where dead_since is not null");
    }

    private long count(String sql) {
        Long count = jdbc.queryForObject(sql, Long.class);
        return count == null ? 0 : count;
    }
}
