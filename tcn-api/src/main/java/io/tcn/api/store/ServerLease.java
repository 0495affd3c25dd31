// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/// The lease on the lead of a PostgreSQL database, and the servers that share it. All times are the database's:
/// the clocks of the servers are never compared.
///
/// The lease and the signs of life go over a connection of their own, beside the pool, which may be used up.
/// Each statement is a transaction by itself: a server that stands still between two of them holds nothing.
/// That connection holds a shared advisory lock, which keeps out a server that wants the database for itself,
/// and nothing else.
@Component
public class ServerLease {
    private static final Logger LOG = LoggerFactory.getLogger(ServerLease.class);

    /// Shorter than half of the shortest lease: there is time for another try.
    private static final int ANSWER_SECONDS = 2;

    /// A server that has not signed for so long is not counted on.
    public static final Duration SIGNED_LATELY = Duration.ofSeconds(5);

    /// Another server than the one of the parameter that has signed lately and can be reached.
    private static final String LIVING = "select 1 from server_member o where o.id <> ? and o.address is not null"
            + " and o.last_sign > clock_timestamp() - interval '" + SIGNED_LATELY.toSeconds() + " seconds'";

    private static final String NOT_DRAINED =
            " and not exists (select 1 from drained_host d where d.hostname = o.host)";

    private static final String DRAINED =
            "select 1 from drained_host d join server_member m on m.host = d.hostname where m.id = ?";

    private static final String MEMBER =
            "m.id, m.name, m.host, m.address, m.fingerprint, m.version, m.started, m.last_sign";

    private final DatabaseLead lead;
    private final JdbcTemplate jdbc;
    private final NewEpoch epoch;
    private @Nullable Connection open;

    ServerLease(DatabaseLead lead, JdbcTemplate jdbc) {
        this.lead = lead;
        this.jdbc = jdbc;
        this.epoch = new NewEpoch(lead);
    }

    /// The database did not answer in time, or refused. Its cause is that of all that the database fails at, so that a
    /// loop takes it for no defect of its own.
    public static final class AwayException extends Exception {
        private static final long serialVersionUID = 1L;

        AwayException(SQLException cause) {
            super(cause.getMessage(), new DataAccessResourceFailureException("no answer on the lease", cause));
        }
    }

    /// A server.
    ///
    /// @param id another one at each start
    /// @param name for people: where it is reached
    /// @param host name of its machine
    /// @param address how other servers reach it, null while it does not listen
    /// @param fingerprint SHA-256 of its TLS certificate in hex, null if that is not known
    public record Member(
            String id,
            String name,
            String host,
            @Nullable String address,
            @Nullable String fingerprint,
            String version) {}

    /// A server with the times of its row.
    public record Present(Member member, Instant started, Instant lastSign) {}

    /// The lease as it was at a moment.
    ///
    /// @param term how often the lead has changed hands
    /// @param holder the id of the server that leads, null if none does
    /// @param leader its row, null if there is none
    /// @param since when it took the lead
    /// @param ends when the lease ends if it is not renewed
    /// @param secret with which what is passed on to the leader is signed
    /// @param now the moment, by the clock of the database
    public record Seen(
            long term,
            @Nullable String holder,
            @Nullable Member leader,
            @Nullable Instant since,
            @Nullable Instant ends,
            @Nullable String secret,
            Instant now) {
        /// Whether anybody may take it.
        public boolean isFree() {
            return holder == null || ends == null || !ends.isAfter(now);
        }

        /// How long it holds; null if nobody has it.
        public @Nullable Duration left() {
            return ends == null ? null : Duration.between(now, ends);
        }
    }

    /// Something to do with the connection.
    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private synchronized <T> T asking(Work<T> work) throws AwayException {
        try {
            Connection connection = open;
            if (connection == null) {
                connection = connect();
                open = connection;
            }
            return work.on(connection);
        } catch (SQLException failure) {
            close();
            throw new AwayException(failure);
        }
    }

    private Connection connect() throws SQLException {
        Connection connection = lead.connect(ANSWER_SECONDS);
        boolean kept = false;
        try (Statement statement = connection.createStatement()) {
            statement.execute("set statement_timeout = '" + ANSWER_SECONDS + "s'");
            if (!DatabaseLead.tryShare(connection)) {
                throw new SQLException("another TCN server has this database for itself: set tcn.cluster.enabled for"
                        + " it too, or stop it");
            }
            kept = true;
            return connection;
        } finally {
            if (!kept) {
                connection.close();
            }
        }
    }

    /// Closes the connection; the next question opens another one.
    public synchronized void close() {
        Connection connection = open;
        open = null;
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException gone) {
                LOG.debug("The connection of the lease was gone already", gone);
            }
        }
    }

    /// This server is there. Rows of earlier starts with the same address go.
    public void sign(Member self) throws AwayException {
        asking(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("insert into server_member (id, name, host, address, fingerprint,"
                            + " version, started, last_sign) values (?, ?, ?, ?, ?, ?, clock_timestamp(),"
                            + " clock_timestamp()) on conflict (id) do update set last_sign = clock_timestamp(),"
                            + " address = excluded.address, name = excluded.name")) {
                String[] values = {
                    self.id(), self.name(), self.host(), self.address(), self.fingerprint(), self.version()
                };
                for (int i = 0; i < values.length; i++) {
                    statement.setString(i + 1, values[i]);
                }
                return statement.executeUpdate();
            }
        });
    }

    /// Forgets the rows of earlier starts of a server, and of servers that were not seen for a week.
    public void forgetOthers(Member self) throws AwayException {
        asking(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("delete from server_member where id <> ? and (name = ? or last_sign <"
                            + " clock_timestamp() - interval '7 days') and id not in (select holder from server_lease"
                            + " where holder is not null)")) {
                statement.setString(1, self.id());
                statement.setString(2, self.name());
                return statement.executeUpdate();
            }
        });
    }

    /// This server goes.
    public void leave(Member self) throws AwayException {
        asking(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("delete from server_member where id = ?")) {
                statement.setString(1, self.id());
                return statement.executeUpdate();
            }
        });
    }

    /// Looks at the lease.
    public Seen look() throws AwayException {
        return asking(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("select l.term, l.holder, l.since, l.ends, l.secret,"
                            + " clock_timestamp() as now, " + MEMBER + " from server_lease l left join server_member m"
                            + " on m.id = l.holder where l.part = 'STORE'")) {
                if (!row.next()) {
                    throw new SQLException("the table server_lease is empty");
                }
                return new Seen(
                        row.getLong("term"),
                        row.getString("holder"),
                        row.getString("id") == null ? null : member(row),
                        Rows.instant(row, "since"),
                        Rows.instant(row, "ends"),
                        row.getString("secret"),
                        known(row, "now"));
            }
        });
    }

    private static Member member(ResultSet row) throws SQLException {
        return new Member(
                row.getString("id"),
                row.getString("name"),
                row.getString("host"),
                row.getString("address"),
                row.getString("fingerprint"),
                row.getString("version"));
    }

    private static Instant known(ResultSet row, String column) throws SQLException {
        Instant value = Rows.instant(row, column);
        if (value == null) {
            throw new SQLException(column + " is null");
        }
        return value;
    }

    /// All servers, by name, with those that were seen lately.
    @Transactional(readOnly = true)
    public List<Present> members() {
        return jdbc.query(
                "select " + MEMBER + " from server_member m order by m.name, m.started",
                (row, number) -> new Present(member(row), known(row, "started"), known(row, "last_sign")));
    }

    /// Who could take the lead from a server.
    ///
    /// @param isDrained whether the server is drained
    /// @param ready whether another one lives that is not drained
    /// @param any whether another one lives
    public record Others(boolean isDrained, boolean ready, boolean any) {}

    /// Who could take the lead from a server.
    @Transactional(readOnly = true)
    public Others others(String id) {
        return Objects.requireNonNull(jdbc.queryForObject(
                "select exists (" + DRAINED + "), exists (" + LIVING + NOT_DRAINED + "), exists (" + LIVING + ")",
                (row, number) -> new Others(row.getBoolean(1), row.getBoolean(2), row.getBoolean(3)),
                id,
                id,
                id));
    }

    /// Takes the lease if nobody has it. A server that is drained leaves it to one that lives and is not.
    ///
    /// @param secret of the new term
    /// @return the term; empty if somebody has it, or shall have it
    public OptionalLong take(String id, String secret, Duration length) throws AwayException {
        return asking(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "update server_lease set term = greatest(term, (select max(epoch) from server_lead)) + 1,"
                            + " holder = ?, secret = ?, since = clock_timestamp(), previous_end = ends,"
                            + " ends = clock_timestamp() + ? * interval '1 millisecond'"
                            + " where part = 'STORE' and (holder is null or ends <= clock_timestamp())"
                            + " and (not exists (" + DRAINED + ") or not exists (" + LIVING + NOT_DRAINED + "))"
                            + " returning term")) {
                statement.setString(1, id);
                statement.setString(2, secret);
                statement.setLong(3, length.toMillis());
                statement.setString(4, id);
                statement.setString(5, id);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }

    /// Renews the lease, also one that has ended and that nobody has taken since: then nothing has happened
    /// meanwhile.
    ///
    /// @return false if another server has it
    public boolean renew(String id, long term, Duration length) throws AwayException {
        return asking(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "update server_lease set ends = clock_timestamp() + ? * interval '1 millisecond'"
                            + " where part = 'STORE' and holder = ? and term = ?")) {
                statement.setLong(1, length.toMillis());
                statement.setString(2, id);
                statement.setLong(3, term);
                return statement.executeUpdate() == 1;
            }
        });
    }

    /// Gives the lease back: whoever looks next may take it.
    public void release(String id, long term) throws AwayException {
        asking(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("update server_lease set holder = null, ends = null, secret = null"
                            + " where part = 'STORE' and holder = ? and term = ?")) {
                statement.setString(1, id);
                statement.setLong(2, term);
                return statement.executeUpdate();
            }
        });
    }

    /// Makes a term the epoch of the store ([NewEpoch]).
    ///
    /// @return false if a later term has begun
    public boolean raise(long term) {
        return epoch.raise(term);
    }
}
