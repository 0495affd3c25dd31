// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.QueuedTransfer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Destinations at which attempts may have left something: one row each, written in the transaction that ends the
/// attempt, gone in the one that ends a later attempt there clean, or when the clean-up has removed it.
///
/// Ask and change it in the store's turn ([JpaTransferStore#inTurn]); then no two changes contend.
@Repository
public class LeftoverStore {
    private static final String COLUMNS = "l.id as leftover_id, l.destination as leftover_destination, l.transfer_id,"
            + " l.written_from, l.written_until, l.size_bytes as leftover_size, l.reason as leftover_reason, l.tries,"
            + " l.next_try, l.given_up";

    private final JdbcTemplate jdbc;

    LeftoverStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// A leftover that is to be removed now.
    ///
    /// @param transfer who left it, for the data plane: where it is, with which credentials; with the evidence
    public record Due(Leftover leftover, QueuedTransfer transfer) {}

    /// A write that was not undone, as the transaction that ends an attempt tells it.
    ///
    /// @param destination URL
    /// @param nextTry null if the transfer goes on
    record Unclean(
            TransferId transfer,
            String destination,
            EarlierWrite write,
            String reason,
            @Nullable Instant nextTry) {}

    // --- for the clean-up

    /// What is to be removed now: leftovers of transfers that are over, those that wait longest first.
    @Transactional(readOnly = true)
    public List<Due> due(Instant now, int limit) {
        List<Leftover> found = jdbc.query(
                "select " + COLUMNS + " from leftover l where given_up = false and next_try <= ?"
                        + " order by given_up, next_try, id limit ?",
                (row, number) -> read(row),
                Rows.timestamp(now),
                limit);
        Map<TransferId, QueuedTransfer> transfers = new HashMap<>();
        InQuery.run(
                jdbc,
                "select " + Rows.QUEUED_COLUMNS + " from transfer where id in",
                found.stream()
                        .map(leftover -> leftover.transfer().value())
                        .distinct()
                        .toList(),
                "",
                row -> {
                    QueuedTransfer transfer = Rows.readable(row);
                    if (transfer != null) {
                        transfers.put(transfer.transfer().id(), transfer);
                    }
                });
        List<Due> due = new ArrayList<>();
        for (Leftover leftover : found) {
            QueuedTransfer transfer = transfers.get(leftover.transfer());
            if (transfer != null) {
                due.add(new Due(leftover, transfer.withEarlier(leftover.write())));
            }
        }
        return due;
    }

    /// Nothing of a transfer is there any more. What another one has left there since stays on the list; so it does
    /// with the answers below.
    @Transactional
    public void done(Leftover leftover) {
        jdbc.update(
                "delete from leftover where id = ? and transfer_id = ?",
                id(leftover.key()),
                leftover.transfer().value());
    }

    /// It could not be removed; it is tried again.
    @Transactional
    public void again(Leftover leftover, Instant nextTry, String reason) {
        jdbc.update(
                "update leftover set tries = tries + 1, next_try = ?, reason = ? where id = ? and transfer_id = ?",
                Rows.timestamp(nextTry),
                Rows.cut(reason),
                id(leftover.key()),
                leftover.transfer().value());
    }

    /// It could not be removed, and nobody tries any more.
    @Transactional
    public void giveUp(Leftover leftover, String reason) {
        jdbc.update(
                "update leftover set tries = tries + 1, given_up = true, next_try = null, reason = ? where id = ?"
                        + " and transfer_id = ?",
                Rows.cut(reason),
                id(leftover.key()),
                leftover.transfer().value());
    }

    // --- for operators and the start

    /// A page of leftovers, in an order that does not change.
    ///
    /// @param after the last one of the page before, null for the first page
    @Transactional(readOnly = true)
    public List<Leftover> page(@Nullable DestinationKey after, int limit) {
        return jdbc.query(
                "select " + COLUMNS + " from leftover l where id > ? order by id limit ?",
                (row, number) -> read(row),
                after == null ? "" : id(after),
                limit);
    }

    /// How many there are, those that were given up included.
    @Transactional(readOnly = true)
    public long count() {
        Long count = jdbc.queryForObject("select count(*) from leftover", Long.class);
        return count == null ? 0 : count;
    }

    /// All of them.
    @Transactional(readOnly = true)
    public List<Leftover> all() {
        return jdbc.query("select " + COLUMNS + " from leftover l order by id", (row, number) -> read(row));
    }

    // --- for transactions that end attempts

    /// Adds leftovers; one that is there already covers both afterwards.
    void add(List<Unclean> added) {
        if (added.isEmpty()) {
            return;
        }
        Map<String, Leftover> rows = new LinkedHashMap<>();
        for (Unclean unclean : added) {
            DestinationKey key = keyOf(unclean.destination());
            Leftover fresh = new Leftover(
                    key, unclean.transfer(), unclean.write(), unclean.reason(), 0, unclean.nextTry(), false);
            rows.merge(id(key), fresh, LeftoverStore::covering);
        }
        InQuery.run(jdbc, "select " + COLUMNS + " from leftover l where id in", rows.keySet(), "", row -> {
            Leftover there = read(row);
            rows.compute(id(there.key()), (id, fresh) -> covering(there, Objects.requireNonNull(fresh)));
        });
        delete(rows.keySet());
        List<Object[]> inserts = new ArrayList<>();
        rows.forEach((id, leftover) -> inserts.add(new Object[] {
            id,
            leftover.key().value(),
            leftover.transfer().value(),
            Rows.timestamp(leftover.write().from()),
            leftover.write().until() == null
                    ? null
                    : Rows.timestamp(leftover.write().until()),
            leftover.write().sizeBytes(),
            Rows.cut(leftover.reason()),
            leftover.nextTry() == null ? null : Rows.timestamp(leftover.nextTry())
        }));
        jdbc.batchUpdate(
                "insert into leftover (id, destination, transfer_id, written_from, written_until, size_bytes, reason,"
                        + " tries, next_try, given_up) values (?, ?, ?, ?, cast(? as timestamp(6) with time zone), ?, ?,"
                        + " 0, cast(? as timestamp(6) with time zone), false)",
                inserts);
    }

    /// Forgets what was at some destinations.
    void remove(Collection<String> destinations) {
        delete(destinations.stream()
                .map(LeftoverStore::keyOf)
                .map(LeftoverStore::id)
                .distinct()
                .toList());
    }

    private void delete(Collection<String> ids) {
        InQuery.update(jdbc, "delete from leftover where id" + InQuery.ANY, "varchar", ids);
    }

    private static Leftover covering(Leftover earlier, Leftover later) {
        return new Leftover(
                later.key(),
                later.transfer(),
                earlier.write().or(later.write()),
                later.reason(),
                0,
                later.nextTry(),
                false);
    }

    /// The key of a destination; a URL that has none, which no pipe takes today, stands for itself.
    static DestinationKey keyOf(String destination) {
        try {
            return DestinationKey.of(URI.create(destination));
        } catch (IllegalArgumentException none) {
            return new DestinationKey(destination);
        }
    }

    private static String id(DestinationKey key) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(key.value().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException("every JVM has SHA-256", never);
        }
    }

    private static Leftover read(ResultSet row) throws SQLException {
        Instant from = Objects.requireNonNull(Rows.instant(row, "written_from"));
        return new Leftover(
                new DestinationKey(row.getString("leftover_destination")),
                TransferId.of(row.getLong("transfer_id")),
                new EarlierWrite(from, Rows.instant(row, "written_until"), row.getLong("leftover_size")),
                row.getString("leftover_reason"),
                row.getInt("tries"),
                Rows.instant(row, "next_try"),
                row.getBoolean("given_up"));
    }
}
