// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import io.tcn.api.store.answered.AnsweredRequests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Makes changes of the configuration, each in one transaction with its entry in the audit.
@Repository
public class PolicyTransactions {
    private static final int NEWEST = 100;
    private static final int MOST_AT_ONCE = 1000;

    private final JdbcTemplate jdbc;
    private final AnsweredRequests answered;

    PolicyTransactions(JdbcTemplate jdbc, AnsweredRequests answered) {
        this.answered = answered;
        this.jdbc = jdbc;
    }

    /// Makes a change and writes it down, both or neither.
    ///
    /// @param change writes to the stores of this package
    @Transactional
    public void change(List<AuditEntry> entries, Runnable change) {
        change.run();
        write(entries);
    }

    /// Makes a change that knows only when it is made what is to be written down, as of what it replaces.
    ///
    /// @param change writes to the stores of this package
    /// @return what was written down
    @Transactional
    public AuditEntry change(Supplier<AuditEntry> change) {
        AuditEntry entry = change.get();
        write(List.of(entry));
        return entry;
    }

    private void write(List<AuditEntry> entries) {
        jdbc.batchUpdate(
                "insert into config_audit (at, dn, action, config, reason, state_before, state_after)"
                        + " values (?, ?, ?, ?, ?, ?, ?)",
                entries,
                MOST_AT_ONCE,
                (statement, entry) -> {
                    statement.setObject(1, Columns.timestamp(entry.at()));
                    statement.setString(2, entry.dn());
                    statement.setString(3, entry.action());
                    statement.setString(4, entry.config());
                    statement.setString(5, entry.reason());
                    statement.setString(6, entry.before());
                    statement.setString(7, entry.after());
                });
        entries.forEach(entry -> answered.add(entry.answered(), entry.at()));
    }

    /// Forgets the oldest entries of the audit that were written before a moment, a block of them.
    ///
    /// @return how many; fewer than the limit if no more are that old
    @Transactional
    public int forget(Instant before, int limit) {
        List<Long> old = jdbc
                .query(
                        "select id, at from config_audit order by id limit ?",
                        (row, number) -> new Entry(row.getLong("id"), Columns.instant(row, "at")),
                        limit)
                .stream()
                .takeWhile(entry -> entry.at().isBefore(before))
                .map(Entry::id)
                .toList();
        if (!old.isEmpty()) {
            jdbc.update("delete from config_audit where id <= ?", old.getLast());
        }
        return old.size();
    }

    private record Entry(long id, Instant at) {}

    /// Which entries of the audit are wanted.
    ///
    /// @param dn of who made the change; null for anybody
    /// @param action null for any
    /// @param before only entries with a smaller number; null for the newest
    public record AuditFilter(
            @Nullable String dn,
            @Nullable String action,
            @Nullable Long before,
            int limit) {}

    /// An entry with its number; a later one has a larger.
    public record Numbered(long number, AuditEntry entry) {}

    /// Entries of the audit, the newest first.
    @Transactional(readOnly = true)
    public List<Numbered> newest(AuditFilter filter) {
        List<String> which = new ArrayList<>();
        List<Object> arguments = new ArrayList<>();
        narrow("dn = ?", filter.dn(), which, arguments);
        narrow("action = ?", filter.action(), which, arguments);
        narrow("id < ?", filter.before(), which, arguments);
        arguments.add(filter.limit());
        return jdbc.query(
                "select id, at, dn, action, config, reason, state_before, state_after from config_audit"
                        + (which.isEmpty() ? "" : " where " + String.join(" and ", which))
                        + " order by id desc limit ?",
                (row, number) -> new Numbered(
                        row.getLong("id"),
                        new AuditEntry(
                                Columns.instant(row, "at"),
                                row.getString("dn"),
                                row.getString("action"),
                                row.getString("config"),
                                row.getString("reason"),
                                row.getString("state_before"),
                                row.getString("state_after"),
                                null)),
                arguments.toArray());
    }

    private static void narrow(String condition, @Nullable Object value, List<String> which, List<Object> arguments) {
        if (value != null) {
            which.add(condition);
            arguments.add(value);
        }
    }

    /// The newest 100 changes, newest first.
    @Transactional(readOnly = true)
    public List<AuditEntry> newest() {
        return newest(new AuditFilter(null, null, null, NEWEST)).stream()
                .map(Numbered::entry)
                .toList();
    }
}
