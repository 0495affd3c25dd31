// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.LimitId;
import io.tcn.core.model.TransferLimit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// The limits that come with tokens. A row never changes, so what was read once is kept in memory: a page of transfers
/// costs one question for those limits that were never met. There are as many as issuers have made different claims.
@Repository
public class TransferLimitStore {
    private static final String COLUMNS = "id, credential_id, issuer, subject, max_bps, max_connections";

    private final JdbcTemplate jdbc;
    private final Map<Claims, Known> byClaims = new ConcurrentHashMap<>();
    private final Map<Long, Known> byId = new ConcurrentHashMap<>();

    TransferLimitStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// What a token says.
    ///
    /// @param credentialId FTS's delegation id, made of issuer and subject
    /// @param maxBps in bit/s, positive; 0 if it says nothing
    /// @param maxConnections positive; 0 if it says nothing
    public record Claims(String credentialId, String issuer, String subject, double maxBps, int maxConnections) {
        public Claims {
            if (maxBps < 0 || maxConnections < 0 || (maxBps == 0 && maxConnections == 0)) {
                throw new IllegalArgumentException(
                        "a limit is of bit/s, of connections or of both, given were " + maxBps + ", " + maxConnections);
            }
        }
    }

    /// A limit, and whose token said so.
    public record Known(TransferLimit limit, Claims claims) {}

    /// The limit that a token says; transfers of tokens of one subject that say the same share it.
    public TransferLimit of(Claims claims, Instant now) {
        Known known = byClaims.get(claims);
        return (known == null ? stored(claims, now) : known).limit();
    }

    private Known stored(Claims claims, Instant now) {
        return find(claims).orElseGet(() -> {
            try {
                jdbc.update(
                        "insert into transfer_limit (credential_id, issuer, subject, max_bps, max_connections, created)"
                                + " values (?, ?, ?, ?, ?, ?)",
                        claims.credentialId(),
                        claims.issuer(),
                        claims.subject(),
                        claims.maxBps(),
                        claims.maxConnections(),
                        Rows.timestamp(now));
            } catch (DataIntegrityViolationException another) {
                // Somebody was faster with the same claims.
                return find(claims).orElseThrow(() -> another);
            }
            return find(claims).orElseThrow();
        });
    }

    private Optional<Known> find(Claims claims) {
        return keep(jdbc.query(
                        "select " + COLUMNS
                                + " from transfer_limit where credential_id = ? and max_bps = ? and max_connections = ?",
                        (row, number) -> read(row),
                        claims.credentialId(),
                        claims.maxBps(),
                        claims.maxConnections()))
                .stream()
                .findFirst();
    }

    /// Reads those of some limits that are not in memory yet, with one question.
    void know(Collection<Long> ids) {
        List<Long> missing =
                ids.stream().filter(id -> !byId.containsKey(id)).distinct().toList();
        InQuery.run(jdbc, "select " + COLUMNS + " from transfer_limit where id in", missing, "", row -> {
            keep(List.of(read(row)));
        });
    }

    /// A limit that was read before, such as one of a transfer in memory.
    public Optional<Known> find(LimitId id) {
        return Optional.ofNullable(byId.get(id.value()));
    }

    private List<Known> keep(List<Known> found) {
        for (Known known : found) {
            byClaims.put(known.claims(), known);
            byId.put(known.limit().id().value(), known);
        }
        return found;
    }

    private static Known read(ResultSet row) throws SQLException {
        Claims claims = new Claims(
                Objects.requireNonNull(row.getString("credential_id")),
                Objects.requireNonNull(row.getString("issuer")),
                Objects.requireNonNull(row.getString("subject")),
                row.getDouble("max_bps"),
                row.getInt("max_connections"));
        return new Known(
                new TransferLimit(
                        new LimitId(row.getLong("id")),
                        "the token of " + claims.subject() + " by " + claims.issuer(),
                        claims.maxBps() == 0 ? Double.POSITIVE_INFINITY : claims.maxBps(),
                        claims.maxConnections() == 0 ? TransferLimit.UNLIMITED : claims.maxConnections()),
                claims);
    }
}
