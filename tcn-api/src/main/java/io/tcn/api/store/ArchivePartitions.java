// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/// The partitions of the archive on PostgreSQL: one for the jobs that were over in a month of UTC, with their
/// transfers and records of retries. Those of an archive that is older than the partitions are together in one that
/// goes `until` a month.
///
/// A partition is made apart and attached, which keeps no reader waiting. To drop one the three tables and its own
/// three
/// are locked, not the other months, of which one is often vacuumed; if somebody reads for longer than a moment just
/// then, nothing is done, and it is tried again at the next round.
final class ArchivePartitions {
    private static final Logger LOG = LoggerFactory.getLogger(ArchivePartitions.class);
    private static final List<String> TABLES = List.of("archived_job", "archived_transfer", "archived_retry");
    private static final Pattern NAME = Pattern.compile("archived_job_(until_)?(\\d{4,})_(\\d\\d)");
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /// Who reads the archive for longer is not waited for: others wait behind whoever waits for this lock.
    private static final int PATIENCE_MILLIS = 200;

    private final JdbcTemplate jdbc;

    ArchivePartitions(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// A partition.
    ///
    /// @param suffix of the names of its three tables
    /// @param end the month after its last one
    /// @param isOpen whether it holds all months before, too
    private record Partition(String suffix, YearMonth end, boolean isOpen) implements Comparable<Partition> {
        static Partition of(YearMonth month) {
            return new Partition(inName(month), month.plusMonths(1), false);
        }

        boolean holds(YearMonth month) {
            return month.isBefore(end) && (isOpen || !month.isBefore(end.minusMonths(1)));
        }

        @Override
        public int compareTo(Partition other) {
            int byEnd = end.compareTo(other.end);
            return byEnd == 0 ? Boolean.compare(other.isOpen, isOpen) : byEnd;
        }
    }

    private static String inName(YearMonth month) {
        return String.format(Locale.ROOT, "%04d_%02d", month.getYear(), month.getMonthValue());
    }

    private static YearMonth monthOf(Instant moment) {
        return YearMonth.from(moment.atOffset(ZoneOffset.UTC));
    }

    private static String begin(YearMonth month) {
        return "timestamptz '" + month.atDay(1) + " 00:00:00+00'";
    }

    /// Makes what is missing for jobs that were over at some moments.
    void cover(Collection<Instant> ends) {
        SortedSet<YearMonth> months = new TreeSet<>();
        ends.forEach(end -> months.add(monthOf(end)));
        if (months.isEmpty()) {
            return;
        }
        SortedSet<Partition> there = all();
        for (YearMonth month : months) {
            if (there.stream().noneMatch(partition -> partition.holds(month))) {
                make(month);
            }
        }
    }

    private void make(YearMonth month) {
        Partition partition = Partition.of(month);
        for (String table : TABLES) {
            String name = table + "_" + partition.suffix();
            jdbc.execute("create table " + name + " (like " + table + ")");
            jdbc.execute("alter table " + table + " attach partition " + name + " for values from (" + begin(month)
                    + ") to (" + begin(partition.end()) + ")");
        }
    }

    private SortedSet<Partition> all() {
        SortedSet<Partition> found = new TreeSet<>();
        jdbc.query(
                "select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid"
                        + " where i.inhparent = 'archived_job'::regclass",
                row -> {
                    Matcher name = NAME.matcher(row.getString(1));
                    if (name.matches()) {
                        YearMonth month =
                                YearMonth.of(Integer.parseInt(name.group(2)), Integer.parseInt(name.group(3)));
                        boolean isOpen = name.group(1) != null;
                        found.add(isOpen ? new Partition("until_" + inName(month), month, true) : Partition.of(month));
                    }
                });
        return found;
    }

    /// Drops the oldest partition if all of it was over before a moment.
    ///
    /// @return how many jobs and transfers went, about: as PostgreSQL's statistics have it
    ArchiveStore.Deleted dropNext(Instant before) {
        List<Partition> old = all().stream()
                .filter(partition -> !partition.end().isAfter(monthOf(before)))
                .toList();
        if (old.isEmpty()) {
            return new ArchiveStore.Deleted(0, 0, false);
        }
        String suffix = "_" + old.getFirst().suffix();
        ArchiveStore.Deleted gone =
                new ArchiveStore.Deleted(about(TABLES.get(0) + suffix), about(TABLES.get(1) + suffix), old.size() > 1);
        boolean dropped = Boolean.TRUE.equals(jdbc.execute((Connection connection) -> drop(connection, suffix)));
        if (!dropped) {
            LOG.info("The archive{} is old and stays for another hour: the archive is in use", suffix);
        }
        return dropped ? gone : new ArchiveStore.Deleted(0, 0, false);
    }

    private int about(String table) {
        Long rows = jdbc.queryForObject(
                "select greatest(reltuples, 0)::bigint from pg_class where oid = cast(? as regclass)",
                Long.class,
                table);
        return rows == null ? 0 : Math.clamp(rows, 0, Integer.MAX_VALUE);
    }

    private static String names(String form) {
        return TABLES.stream().map(form::formatted).collect(Collectors.joining(", "));
    }

    private static boolean drop(Connection connection, String suffix) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local lock_timeout = '" + PATIENCE_MILLIS + "ms'");
            statement.execute("lock table " + names("only %s") + " in access exclusive mode");
            statement.execute("lock table " + names("%s" + suffix) + " in access exclusive mode");
            for (String table : TABLES) {
                statement.execute("drop table " + table + suffix);
            }
            return true;
        } catch (SQLException refused) {
            if (!LOCK_NOT_AVAILABLE.equals(refused.getSQLState())) {
                throw refused;
            }
            connection.rollback(before);
            return false;
        }
    }
}
