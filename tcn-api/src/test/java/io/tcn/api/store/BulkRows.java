// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.io.IOException;
import java.util.Locale;
import org.springframework.jdbc.core.JdbcTemplate;

/// Many transfers of the working tables, made in bulk: first those that are over, then those that are queued.
final class BulkRows {
    static final int PIPES = 20;
    static final int FILES_PER_JOB = 100;
    /// Its whole queue waits for retries.
    static final int DELAYED_PIPE = 19;

    private static final int ROWS_AT_ONCE = 100_000;
    private static final double MIB = 1 << 20;

    private final boolean onPostgres;
    private final long finished;
    private final long queued;

    BulkRows(boolean onPostgres, long finished, long queued) {
        this.onPostgres = onPostgres;
        this.finished = finished;
        this.queued = queued;
    }

    void fill(JdbcTemplate jdbc) {
        long all = finished + queued;
        for (long from = 0; from < all; from += ROWS_AT_ONCE) {
            long until = Math.min(all, from + ROWS_AT_ONCE);
            jdbc.update(jobs(from / FILES_PER_JOB, (until - 1) / FILES_PER_JOB));
            jdbc.update(transfers(from, until - 1));
        }
    }

    /// What tables and indices of jobs and transfers take on PostgreSQL.
    void tellIndices(JdbcTemplate jdbc, CostReport report) throws IOException {
        for (String table : new String[] {"transfer", "job"}) {
            say(jdbc, report, "table", table);
            for (String index : jdbc.queryForList(
                    "select indexrelid::regclass::text from pg_index where indrelid = cast(? as regclass) order by 1",
                    String.class,
                    table)) {
                say(jdbc, report, "index", index);
            }
        }
    }

    private void say(JdbcTemplate jdbc, CostReport report, String kind, String name) throws IOException {
        Long bytes = jdbc.queryForObject("select pg_relation_size(cast(? as regclass))", Long.class, name);
        double mib = (bytes == null ? 0 : bytes) / MIB;
        report.say(String.format(
                Locale.ROOT,
                "%s %s: %.1f MiB, %.1f MiB per million transfers",
                kind,
                name,
                mib,
                mib * 1e6 / (finished + queued)));
    }

    private String series(long from, long to) {
        return onPostgres
                ? "generate_series(" + from + "::bigint, " + to + "::bigint) as s(x)"
                : "(select x from system_range(" + from + ", " + to + ")) as s";
    }

    private String jobs(long from, long to) {
        String isOver = "x < " + finished / FILES_PER_JOB;
        return "insert into job (id, user_id, user_dn, credential_id, type, state, submit_time, finish_time, priority,"
                + " retry, retry_delay, verify_checksum, submit_host, cancel_requested, total, started, finished,"
                + " failed, canceled)"
                + " select lpad(cast(x as varchar(20)), 36, '0'), 'cms', '/DC=org/CN=Alice', '15c918e83400085d', 'N',"
                + " case when " + isOver + " then 'FINISHED' else 'SUBMITTED' end,"
                + " timestamp with time zone '2026-02-01 00:00:00+00:00',"
                + " case when " + isOver + " then timestamp with time zone '2026-02-01 01:00:00+00:00' else null end,"
                + " 3, 2, 120, 'n', 'tcn.example.org', false, " + FILES_PER_JOB + ", " + isOver + ","
                + " case when " + isOver + " then " + FILES_PER_JOB + " else 0 end, 0, 0 from " + series(from, to);
    }

    private String transfers(long from, long to) {
        String isOver = "x < " + finished;
        String pipe = "cast(mod(x, " + PIPES + ") as varchar(20))";
        String isDelayed = "(not (" + isOver + ") and mod(x, " + PIPES + ") = " + DELAYED_PIPE + ")";
        String path = "cast(x as varchar(20))";
        return "insert into transfer (id, job_id, file_index, pipe_id, source, destination, state, priority, user_size,"
                + " size_bytes, checksum, checksum_mode, overwrite, max_retries, retry_delay_ms, activity, attempts,"
                + " retries, dirty, unreleased, delayed, start_time, finish_time)"
                + " select x + 1, lpad(cast(x / " + FILES_PER_JOB + " as varchar(20)), 36, '0'), mod(x, "
                + FILES_PER_JOB + "), 'p' || " + pipe + ","
                + " 'https://a-p' || " + pipe + " || '/store/data/Run2026/file-' || " + path + " || '.root',"
                + " 'https://b/store/data/Run2026/file-' || " + path + " || '.root',"
                + " case when " + isOver + " then 'FINISHED' else 'QUEUED' end, mod(x, 3) + 2, 2000000000, 2000000000,"
                + " 'ADLER32:1a2b3c4d', 'WHEN_OBTAINABLE', false, 2, 120000,"
                + " case when mod(x, 7) < 4 then 'Production' when mod(x, 7) < 6 then 'User' else 'Tests' end,"
                + " case when " + isOver + " then 1 else 0 end, 0, false, false, " + isDelayed + ","
                + " case when " + isOver + " then timestamp with time zone '2026-02-01 00:30:00+00:00' else null end,"
                + " case when " + isOver + " then timestamp with time zone '2026-02-01 01:00:00+00:00' else null end"
                + " from " + series(from, to);
    }
}
