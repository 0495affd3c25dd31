// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.springframework.jdbc.core.JdbcTemplate;

/// Rows of the archive of PostgreSQL, made in bulk as [RetentionStore] leaves them: jobs of one user that ended evenly
/// over a month. Transfers are numbered from 0, those of a job follow each other.
final class ArchivedRows {
    static final int FILES_PER_JOB = 100;
    private static final int ROWS_AT_ONCE = 100_000;

    /// Ids in the archive begin here: those that a store gives are smaller.
    private static final long FIRST_ID = 1_000_000_000;

    private final JdbcTemplate jdbc;

    ArchivedRows(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// The id of the job of a transfer.
    static String jobOf(long transfer) {
        return String.format(Locale.ROOT, "%08x-0000-1000-8000-000000000000", transfer / FILES_PER_JOB);
    }

    /// Makes the transfers of a month, with its partition.
    ///
    /// @param from number of the first transfer, a multiple of 100
    /// @param until number after the last one
    void fill(YearMonth month, long from, long until) {
        new ArchivePartitions(jdbc).cover(List.of(begin(month)));
        Ends ends = new Ends(month, from / FILES_PER_JOB, (until - 1) / FILES_PER_JOB + 1);
        for (long at = from; at < until; at += ROWS_AT_ONCE) {
            long to = Math.min(until, at + ROWS_AT_ONCE) - 1;
            jdbc.update(jobs(at / FILES_PER_JOB, to / FILES_PER_JOB, ends));
            jdbc.update(transfers(at, to, ends));
        }
    }

    static Instant begin(YearMonth month) {
        return month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    /// When jobs were over.
    ///
    /// @param first number of the first job of the month
    /// @param next number after the last one
    private record Ends(YearMonth month, long first, long next) {
        String of(String job) {
            return "(timestamptz '" + month.atDay(1) + " 00:00:00+00' + (" + job + " - " + first + ") * interval '"
                    + month.lengthOfMonth() + " days' / " + (next - first) + ")";
        }
    }

    private static String jobId(String number) {
        return "lpad(to_hex(" + number + "), 8, '0') || '-0000-1000-8000-000000000000'";
    }

    private static String jobs(long from, long to, Ends ends) {
        return "insert into archived_job (id, user_id, user_dn, credential_id, type, state, submit_time, finish_time,"
                + " priority, retry, retry_delay, verify_checksum, copy_pin_lifetime, bring_online, archive_timeout,"
                + " dst_file_report, submit_host, cancel_requested, total, finished, failed, canceled) select "
                + jobId("x") + ", 'cms', '/DC=org/CN=Alice', '15c918e83400085d', 'N', 'FINISHED', " + ends.of("x")
                + " - interval '1 hour', " + ends.of("x")
                + ", 3, 2, 120, 'n', -1, -1, -1, false, 'tcn.example.org', false, "
                + FILES_PER_JOB + ", " + FILES_PER_JOB + ", 0, 0 from generate_series(" + from + "::bigint, " + to
                + "::bigint) as s(x)";
    }

    private static String transfers(long from, long to, Ends ends) {
        String job = "x / " + FILES_PER_JOB;
        return "insert into archived_transfer (id, job_id, file_index, pipe_id, source, destination, state, priority,"
                + " user_size, size_bytes, checksum, activity, attempts, retries, unreleased, start_time, finish_time,"
                + " over_at) select x + " + FIRST_ID + ", " + jobId(job) + ", x % " + FILES_PER_JOB + ", 'p0',"
                + " 'https://a-p0/store/data/Run2026/file-' || x || '.root', 'https://b/store/data/Run2026/file-' || x"
                + " || '.root', 'FINISHED', 3, 2000000000, 2000000000, 'ADLER32:1a2b3c4d', 'Production', 1, 0, false, "
                + ends.of(job) + " - interval '10 minutes', " + ends.of(job) + ", " + ends.of(job)
                + " from generate_series(" + from + "::bigint, " + to + "::bigint) as s(x)";
    }

    /// What the archive takes on disk, with its indices.
    long bytes() {
        return bytes("c.relname like 'archived%'");
    }

    /// What the tables take on disk that are worked with, with their indices.
    long workingBytes() {
        return bytes("c.relname not like 'archived%'");
    }

    private long bytes(String which) {
        Long bytes = jdbc.queryForObject(
                "select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace"
                        + " where n.nspname = current_schema() and c.relkind = 'r' and " + which,
                Long.class);
        return bytes == null ? 0 : bytes;
    }
}
