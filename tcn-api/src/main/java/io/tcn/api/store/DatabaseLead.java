// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import com.zaxxer.hikari.HikariDataSource;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/// Lets one server at a time work on a database, and keeps out one that was thought dead.
///
/// Who starts takes an advisory lock of PostgreSQL, which goes with its connection, and raises the epoch in the
/// database. Every transaction that changes transfers asks for the epoch; so nothing is stored any more by a server
/// whose lock was lost and taken by another, whether it knows of that or not. A thread of its own looks every few
/// seconds whether the connection with the lock lives, and takes the lock again if the epoch is still its own. If it is
/// not, the server has lost the lead and must stop at once.
///
/// Where several servers work on one database the lead is a lease instead ([ServerLease]), which ends by itself: the
/// connection of a process that stands still would keep the lock for ever. Whoever gets the lease says so here
/// ([#lead]), with its term as the epoch.
///
/// The database is asked to notice within a minute when the host of the lock's connection is gone. H2 keeps its file to
/// one process by itself: there nothing is watched.
@Component
public class DatabaseLead {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseLead.class);
    private static final String KEY = "hashtext('tcn server ' || current_schema())";
    private static final Duration LOOK = Duration.ofSeconds(3);
    private static final Duration LAST_LOOK = Duration.ofSeconds(5);
    private static final String NAME = "tcn-lead-";
    private static final int ANSWER_SECONDS = 10;

    private final DataSource database;
    private final JdbcTemplate jdbc;
    /// Tells the lock's connections of this server from others.
    private final String name = NAME + UUID.randomUUID();
    private final boolean isPostgres;
    private @Nullable Connection holder;
    private volatile long epoch;
    private volatile boolean seenLost;
    private volatile @Nullable SteadyLoop watch;
    private volatile @Nullable LoopThread watcher;
    /// Of the lease, where the lead is one.
    private volatile @Nullable Tenure tenure;
    private final List<Runnable> afterRenewal = new CopyOnWriteArrayList<>();

    /// The lead by a lease.
    ///
    /// @param mayAct whether it holds for sure at this moment
    /// @param lost told when the database says that another server leads
    private record Tenure(BooleanSupplier mayAct, Runnable lost) {}

    DatabaseLead(DataSource database, JdbcTemplate jdbc) {
        this.database = database;
        this.jdbc = jdbc;
        this.isPostgres = DatabaseProduct.POSTGRESQL.isBehind(jdbc);
    }

    /// Takes the lead.
    ///
    /// @throws IllegalStateException if another server has it, or the database does not answer
    public void take() {
        if (!isPostgres) {
            return;
        }
        try {
            Connection connection = connect();
            if (!tryLock(connection)) {
                connection.close();
                throw new IllegalStateException("another TCN server uses this database: stop it, or give another"
                        + " database or schema (spring.datasource.url), or let all of them share it"
                        + " (tcn.cluster.enabled)");
            }
            holder = connection;
            epoch = raiseEpoch(connection);
        } catch (SQLException failure) {
            throw new IllegalStateException("the database does not answer: " + failure.getMessage(), failure);
        }
    }

    /// Begins to watch the lock.
    ///
    /// @param lost called once, on the thread of the loop, if another server has taken the lead
    public void watch(Loops loops, Runnable lost) {
        if (!isPostgres) {
            return;
        }
        LoopThread thread = loops.thread("lead");
        SteadyLoop looking = new SteadyLoop(loops.of("lead"), thread, LOOK, () -> lookOrEnd(lost));
        watcher = thread;
        watch = looking;
        looking.start();
    }

    private SteadyLoop.Outcome lookOrEnd(Runnable lost) {
        if (seenLost || !look()) {
            stopWatch();
            lost.run();
        }
        return SteadyLoop.Outcome.DONE;
    }

    private void stopWatch() {
        SteadyLoop looking = watch;
        if (looking != null) {
            looking.stop();
        }
    }

    /// Whether the database is one that several servers can share.
    public boolean isShareable() {
        return isPostgres;
    }

    /// This server leads by a lease.
    ///
    /// @param term the epoch
    /// @param mayAct whether the lease holds for sure at this moment
    /// @param lost told when the database says that another server leads; any thread
    public void lead(long term, BooleanSupplier mayAct, Runnable lost) {
        epoch = term;
        tenure = new Tenure(mayAct, lost);
    }

    /// Whether this server leads by a lease: the one before may have gone on for a while after its own was over.
    public boolean isLease() {
        return tenure != null;
    }

    /// Whether this server may begin something outside of the database at this moment. Where the lead is no lease it
    /// may: that the lock was lost is seen at the next transaction.
    public boolean mayAct() {
        Tenure held = tenure;
        return held == null || held.mayAct().getAsBoolean();
    }

    /// Runs each time that the lease was renewed.
    public void afterRenewal(Runnable then) {
        afterRenewal.add(then);
    }

    /// The lease was renewed.
    public void renewed() {
        afterRenewal.forEach(Runnable::run);
    }

    /// At the end of a transaction that has not asked for the epoch: as [#check], where the lead is a lease.
    void fence() {
        if (tenure != null) {
            check();
        }
    }

    /// Somebody has seen that another server leads.
    LeadLostException lost() {
        seenLost = true;
        Tenure held = tenure;
        if (held != null) {
            held.lost().run();
        }
        SteadyLoop looking = watch;
        if (looking != null) {
            looking.runSoon();
        }
        return new LeadLostException();
    }

    /// Looks after the lock.
    ///
    /// @return false if another server leads
    boolean look() {
        if (!isPostgres) {
            return true;
        }
        Connection connection = holder;
        try {
            if (connection != null && connection.isValid(5)) {
                return true;
            }
            if (connection != null) {
                LOG.warn("The connection that holds the lock on the database has broken; the lock is taken again");
                holder = null;
                close(connection);
            }
            return takeAgain();
        } catch (SQLException away) {
            // The database is away; nobody can take the lead either.
            return true;
        }
    }

    private boolean takeAgain() throws SQLException {
        Connection connection = connect();
        boolean kept = false;
        try (Statement statement = connection.createStatement()) {
            if (readEpoch(statement) != epoch) {
                return false;
            }
            if (!tryLock(connection)) {
                // Perhaps our own connection, of which the database does not know yet that it is gone.
                statement.execute(
                        "select pg_terminate_backend(a.pid) from pg_stat_activity a where a.application_name = '" + name
                                + "' and a.pid <> pg_backend_pid()");
                return true;
            }
            if (readEpoch(statement) != epoch) {
                return false;
            }
            holder = connection;
            kept = true;
            LOG.info("The lock on the database is held again");
            return true;
        } finally {
            if (!kept) {
                close(connection);
            }
        }
    }

    private static long readEpoch(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("select epoch from server_lead where part = 'STORE'")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static boolean tryLock(Connection connection) throws SQLException {
        return tryLock(connection, "pg_try_advisory_lock");
    }

    /// The lock that several servers may have at once, and none that wants the database for itself.
    static boolean tryShare(Connection connection) throws SQLException {
        return tryLock(connection, "pg_try_advisory_lock_shared");
    }

    private static boolean tryLock(Connection connection, String function) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("select " + function + "(" + KEY + ")")) {
            return answer.next() && answer.getBoolean(1);
        }
    }

    /// Both rows: who works under an older epoch waits for this, or this for it.
    private static long raiseEpoch(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long raised = readEpoch(statement) + 1;
            statement.executeUpdate("update server_lead set epoch = " + raised);
            return raised;
        }
    }

    /// A connection beside the pool: the pool would replace it after a while, and the lock would be gone.
    Connection connect() throws SQLException {
        return connect(ANSWER_SECONDS);
    }

    /// @param answerSeconds how long an answer is waited for
    Connection connect(int answerSeconds) throws SQLException {
        Properties properties = new Properties();
        String url;
        if (database instanceof HikariDataSource pool) {
            url = pool.getJdbcUrl();
            properties.putAll(pool.getDataSourceProperties());
            if (pool.getUsername() != null) {
                properties.setProperty("user", pool.getUsername());
            }
            if (pool.getPassword() != null) {
                properties.setProperty("password", pool.getPassword());
            }
        } else {
            throw new SQLException("the database is not reached through the pool that TCN knows");
        }
        properties.setProperty("ApplicationName", name);
        properties.setProperty("connectTimeout", Integer.toString(answerSeconds));
        properties.setProperty("socketTimeout", Integer.toString(answerSeconds));
        Connection connection = DriverManager.getConnection(url, properties);
        try (Statement statement = connection.createStatement()) {
            statement.execute("set tcp_keepalives_idle = 15");
            statement.execute("set tcp_keepalives_interval = 10");
            statement.execute("set tcp_keepalives_count = 3");
        }
        return connection;
    }

    /// For tests: the connection with the lock goes, as after a restart of the database.
    void breakConnection() {
        Connection connection = holder;
        if (connection != null) {
            close(connection);
        }
    }

    /// The epoch of this server.
    long epoch() {
        return epoch;
    }

    /// Within a transaction that is not the store thread's: refuses it if another server leads, and keeps others from
    /// taking the lead until it has ended.
    void check() {
        if (!isPostgres) {
            return;
        }
        // With a parameter, so that the driver has it planned once for each connection.
        Long present =
                jdbc.queryForObject("select epoch from server_lead where part = ? for share", Long.class, "OTHERS");
        if (present == null || present != epoch) {
            throw lost();
        }
    }

    /// Within a transaction: waits until every transaction that has passed [#check] and may still be under way has
    /// ended, also one whose connection was lost.
    void awaitOthers() {
        if (isPostgres) {
            var _ = jdbc.queryForObject("select epoch from server_lead where part = 'OTHERS' for update", Long.class);
        }
    }

    /// Gives the lead back.
    public void release() {
        stopWatch();
        LoopThread thread = watcher;
        if (thread != null) {
            thread.close(LAST_LOOK);
        }
        Connection connection = holder;
        holder = null;
        if (connection != null) {
            close(connection);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException gone) {
            LOG.debug("The connection with the lock was gone already", gone);
        }
    }
}
