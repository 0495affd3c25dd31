// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.LimitId;
import io.tcn.core.model.TransferLimit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/// The limits that come with tokens, and the rates that jobs ask for. What a row says never changes, so what was read
/// once is kept in memory: a page of transfers costs one question for those limits that were never met. There are as
/// many of tokens as issuers have made different claims. There is one for each job that asks for a rate, for as long as
/// the job is kept; the last [#MOST_JOBS] that were met are in memory.
@Repository
public class TransferLimitStore {
    private static final String COLUMNS = "id, credential_id, issuer, subject, max_bps, max_connections, job_id";
    private static final int MOST_JOBS = 10_000;

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;
    private final Map<Claims, Known> byClaims = new ConcurrentHashMap<>();
    private final Map<Long, Known> byId = new ConcurrentHashMap<>();
    private final Map<Long, TransferLimit> rates = Collections.synchronizedMap(new Recent());

    /// The rates that were asked about last.
    private static final class Recent extends LinkedHashMap<Long, TransferLimit> {
        private static final long serialVersionUID = 1;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, TransferLimit> eldest) {
            return size() > MOST_JOBS;
        }
    }

    TransferLimitStore(JdbcTemplate jdbc, PlatformTransactionManager manager) {
        this.jdbc = jdbc;
        this.transactions = new TransactionTemplate(manager);
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

    /// The rate that a job asks for.
    ///
    /// @param bps in bit/s, positive
    public TransferLimit ofJob(String job, double bps, Instant now) {
        List<TransferLimit> found = rateOf(job, bps);
        if (found.isEmpty()) {
            try {
                insert(
                        "insert into transfer_limit (credential_id, issuer, subject, max_bps, max_connections, created,"
                                + " job_id) values (?, '', ?, ?, 0, ?, ?)",
                        job,
                        "job " + job,
                        bps,
                        Rows.timestamp(now),
                        job);
            } catch (DataIntegrityViolationException another) {
                // Somebody was faster with the same job; what becomes of it is decided when it is stored.
                return rateOf(job, bps).stream().findFirst().orElseThrow(() -> another);
            }
            found = rateOf(job, bps);
        }
        return found.getFirst();
    }

    /// In a transaction of its own: PostgreSQL takes nothing more in one in which a row was there already.
    private void insert(String statement, Object... values) {
        transactions.executeWithoutResult(_ -> jdbc.update(statement, values));
    }

    private List<TransferLimit> rateOf(String job, double bps) {
        return jdbc.query(
                "select " + COLUMNS
                        + " from transfer_limit where credential_id = ? and max_bps = ? and max_connections = 0",
                (row, number) -> rate(row),
                job,
                bps);
    }

    /// Forgets rates of jobs that are not there, some at a time.
    ///
    /// @param before made before this moment: a job that is just being stored is not there yet
    @Transactional
    public int forget(Instant before, int most) {
        return jdbc.update(
                "delete from transfer_limit where id in (select l.id from transfer_limit l where l.job_id <> ''"
                        + " and l.created < ? and not exists (select 1 from job j where j.id = l.job_id) limit ?)",
                Rows.timestamp(before),
                most);
    }

    /// The limit that a token says; transfers of tokens of one subject that say the same share it.
    public TransferLimit of(Claims claims, Instant now) {
        Known known = byClaims.get(claims);
        return (known == null ? stored(claims, now) : known).limit();
    }

    private Known stored(Claims claims, Instant now) {
        return find(claims).orElseGet(() -> {
            try {
                insert(
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
                                + " from transfer_limit where credential_id = ? and max_bps = ? and max_connections ="
                                + " ?",
                        (row, number) -> read(row),
                        claims.credentialId(),
                        claims.maxBps(),
                        claims.maxConnections()))
                .stream()
                .findFirst();
    }

    /// Reads those of some limits that are not in memory yet, with one question.
    void know(Collection<Long> ids) {
        List<Long> missing = ids.stream()
                .filter(id -> limit(new LimitId(id)).isEmpty())
                .distinct()
                .toList();
        InQuery.run(jdbc, "select " + COLUMNS + " from transfer_limit where id in", missing, "", row -> {
            if (row.getString("job_id").isEmpty()) {
                keep(List.of(read(row)));
            } else {
                rates.put(row.getLong("id"), rate(row));
            }
        });
    }

    /// A limit of a token that was read before, such as one of a transfer in memory.
    public Optional<Known> find(LimitId id) {
        return Optional.ofNullable(byId.get(id.value()));
    }

    /// A limit that was read before, of a token or a job.
    public Optional<TransferLimit> limit(LimitId id) {
        TransferLimit rate = rates.get(id.value());
        return rate == null ? find(id).map(Known::limit) : Optional.of(rate);
    }

    /// The rates, in bit/s, of those of some limits that are rates of jobs.
    public Map<LimitId, Double> rates(Collection<LimitId> ids) {
        know(ids.stream().map(LimitId::value).toList());
        Map<LimitId, Double> found = new HashMap<>();
        for (LimitId id : ids) {
            limit(id).filter(TransferLimit::wanted).ifPresent(rate -> found.put(id, rate.maxBps()));
        }
        return found;
    }

    private static TransferLimit rate(ResultSet row) throws SQLException {
        return TransferLimit.rate(
                new LimitId(row.getLong("id")),
                Objects.requireNonNull(row.getString("subject")),
                row.getDouble("max_bps"));
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
