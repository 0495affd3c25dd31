// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// The database behind the server that is measured, seen from outside: how much is finished, and rows of the past that
/// are made in bulk. PostgreSQL only.
final class QueueDatabase implements AutoCloseable {
    private static final int ROWS_AT_ONCE = 100_000;

    private final Connection connection;

    private QueueDatabase(Connection connection) {
        this.connection = connection;
    }

    /// @param address JDBC address with user and password
    static QueueDatabase open(String address) throws BenchException {
        try {
            return new QueueDatabase(DriverManager.getConnection(address));
        } catch (SQLException unreachable) {
            throw new BenchException("the database cannot be reached (" + unreachable.getMessage() + ")", unreachable);
        }
    }

    /// Refuses a database that has transfers already.
    void mustBeEmpty() throws BenchException {
        if (number("select count(*) from information_schema.tables where table_schema = current_schema()"
                        + " and table_name = 'transfer'")
                > 0) {
            throw new BenchException("the database has tables of TCN already: name an empty one");
        }
    }

    /// Transfers that are finished, as the jobs count them.
    long finished() throws BenchException {
        return number("select coalesce(sum(finished), 0) from job");
    }

    long queued() throws BenchException {
        return number("select count(*) from transfer where state = 'QUEUED'");
    }

    /// Copies jobs that are over, with all their transfers, until there are as many more transfers. The copies ended up
    /// to six days ago.
    ///
    /// @param files transfers of each job that is over
    void addHistory(long transfers, int files) throws BenchException {
        long jobs = transfers / files;
        long firstId = 1_000_000_000L;
        String jobColumns = columns("job");
        String transferColumns = columns("transfer");
        String job = "select * from job where finish_time is not null and total = " + files + " limit 1";
        execute("create temporary table past_job as " + job);
        execute(
                "create temporary table past_transfer as select t.* from transfer t join past_job j on t.job_id = j.id");
        long step = Math.max(1, ROWS_AT_ONCE / files);
        for (long from = 0; from < jobs; from += step) {
            long to = Math.min(jobs, from + step);
            String numbers = " cross join generate_series(" + from + ", " + (to - 1) + ") as s(n)";
            String jobId = "lpad(to_hex(s.n), 8, '0') || '-0000-1000-8000-000000000000'";
            execute("insert into job (" + jobColumns + ") select "
                    + replaced(jobColumns, "p.", jobId, "p.id", "(s.n * interval '6 days' / " + jobs + ")")
                    + " from past_job p" + numbers);
            execute("insert into transfer (" + transferColumns + ") select "
                    + replaced(
                            transferColumns,
                            "p.",
                            jobId,
                            firstId + " + s.n * " + files + " + p.file_index",
                            "(s.n * interval '6 days' / " + jobs + ")")
                    + " from past_transfer p" + numbers);
        }
        execute("analyze");
    }

    /// The list of columns with another id, another job, and earlier times.
    private static String replaced(String columns, String prefix, String job, String id, String earlier) {
        List<String> list = new ArrayList<>();
        boolean isJob = !columns.contains("job_id");
        for (String column : columns.split(", ", -1)) {
            list.add(
                    switch (column) {
                        case "id" -> isJob ? job : id;
                        case "job_id" -> job;
                        case "finish_time", "start_time", "submit_time" -> prefix + column + " - " + earlier;
                        default -> prefix + column;
                    });
        }
        return String.join(", ", list);
    }

    private String columns(String table) throws BenchException {
        return text("select string_agg(column_name, ', ' order by ordinal_position) from information_schema.columns"
                + " where table_schema = current_schema() and table_name = '" + table + "'");
    }

    private void execute(String sql) throws BenchException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException refused) {
            throw refused(refused);
        }
    }

    private long number(String sql) throws BenchException {
        return Long.parseLong(text(sql));
    }

    private String text(String sql) throws BenchException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            String found = row.next() ? row.getString(1) : null;
            if (found == null) {
                throw new BenchException("the database answers nothing to: " + sql);
            }
            return found;
        } catch (SQLException refused) {
            throw refused(refused);
        }
    }

    private static BenchException refused(SQLException refused) {
        return new BenchException("the database refuses (" + refused.getMessage() + ")", refused);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException gone) {
            // It is closed one way or the other.
        }
    }
}
