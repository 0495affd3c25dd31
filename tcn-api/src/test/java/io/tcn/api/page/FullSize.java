// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.springframework.jdbc.core.JdbcTemplate;

/// Fills the store of a server with as much as a large site has: pipes, jobs that are open and over, failures with
/// reasons, retries, a day of history, groups, bans and an audit. By `insert ... select`, a block at a time, so that a
/// million rows take a minute or two and nothing but the store's own constraints is passed by.
///
/// @param onPostgres whether it is PostgreSQL, else H2
/// @param port of the storage at which all endpoints are: each has an address of its own in 127/8
/// @param pipes how many
/// @param transfers how many; a fifth is queued, 20 % of the rest have failed
/// @param now when it is
record FullSize(JdbcTemplate jdbc, boolean onPostgres, int port, int pipes, long transfers, Instant now) {
    static final int USERS = 20;
    static final int SITES = 250;
    static final int GROUPS = 200;
    static final int FILES_PER_JOB = 10;
    private static final long AT_ONCE = 100_000;
    private static final long DAY_SECONDS = 86_400;
    private static final long INTERVAL_SECONDS = 10;
    /// Series of pipes that have a row for each interval of the last day; all others have one for each ten minutes.
    private static final int BUSY_SERIES = 9;

    private static final int SLOT_SERIES = 500;

    void fill(String alice) {
        directory(alice);
        groups();
        long open = open();
        for (long from = 0; from < transfers; from += AT_ONCE) {
            long last = Math.min(transfers, from + AT_ONCE) - 1;
            jobs(from / FILES_PER_JOB, last / FILES_PER_JOB, open);
            transfers(from, last, open);
        }
        jdbc.execute("alter sequence transfer_id restart with " + (transfers + AT_ONCE));
        jdbc.update("insert into group_part (group_id, job_id, pipe_id, files, bytes) select group_id, job_id, pipe_id,"
                + " count(*), sum(user_size) from transfer where group_id > 0 and state = 'QUEUED'"
                + " group by group_id, job_id, pipe_id");
        jdbc.update("insert into transfer_retry (transfer_id, attempt, at, reason) select id, 1, finish_time,"
                + " 'SOURCE [5] the storage answered 500' from transfer where state = 'FAILED'");
        history();
        jdbc.update("insert into config_audit (at, dn, action, config) select " + ago("x") + ", '/DC=org/CN=Operator',"
                + " 'ban-storage', 'https://site' || cast(x as varchar(20)) || '.example.org for user u03'"
                + " from " + series(1, 10_000));
        jdbc.update("insert into banned_storage (storage_element, user_id, status, message, added, admin_dn) select"
                + " 'https://banned' || cast(x as varchar(20)) || '.example.org', 'u03', 'WAIT_AS', 'disk', " + ago("x")
                + ", '/DC=org/CN=Operator' from " + series(1, 200));
        jdbc.execute(onPostgres ? "analyze" : "analyze sample_size 10000");
    }

    /// Transfers of these numbers and above are not over.
    private long open() {
        return transfers - transfers / 5;
    }

    private String series(long from, long to) {
        return onPostgres
                ? "generate_series(" + from + "::bigint, " + to + "::bigint) as s(x)"
                : "(select x from system_range(" + from + ", " + to + ")) as s";
    }

    private String moment() {
        return "timestamp with time zone '"
                + DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
                        .withZone(ZoneOffset.UTC)
                        .format(now)
                + "+00:00'";
    }

    /// @param seconds an expression, a whole number
    private String ago(String seconds) {
        return onPostgres
                ? "(" + moment() + " - (" + seconds + ") * interval '1 second')"
                : "dateadd(second, -(" + seconds + "), " + moment() + ")";
    }

    private static String user(String number) {
        return "'u' || lpad(cast(mod(" + number + ", " + USERS + ") as varchar(20)), 2, '0')";
    }

    private static String pipe(String number) {
        return "'p' || lpad(cast(" + number + " as varchar(20)), 6, '0')";
    }

    private String endpoint(int side, String number) {
        return "'http://127." + side + ".' || cast(mod(" + number + ", " + SITES + ") as varchar(20)) || '.1:" + port
                + "'";
    }

    private void directory(String alice) {
        jdbc.update("insert into tcn_user (id, weight) select " + user("x") + ", 1 + mod(x, 3) from "
                + series(0, USERS - 1));
        jdbc.update("insert into user_dn (dn, user_id, administrator) values (?, 'u03', false)", alice);
        jdbc.update(
                "insert into pipe (id, source, destination, user_id, min_connections, max_connections, by_first_use)"
                        + " select " + pipe("x") + ", " + endpoint(10, "x") + ", "
                        + endpoint(20, "x / " + SITES) + ", " + user("x") + ", 0, 20, false from "
                        + series(0, pipes - 1));
    }

    private void groups() {
        jdbc.update("insert into transfer_group (user_id, name, weight, due, created, used) select " + user("x")
                + ", 'data26:raw.' || cast(x as varchar(20)), 1 + mod(x, 3), case when mod(x, 4) = 0 then "
                + ago("-7200 - x") + " else null end, " + ago("x") + ", " + ago("0") + " from " + series(1, GROUPS));
    }

    private void jobs(long from, long to, long open) {
        String isOver = "x < " + open / FILES_PER_JOB;
        String over = ago("mod(x * 7, " + 6 * DAY_SECONDS + ")");
        String failed = "(case when " + isOver + " then 2 else 0 end)";
        jdbc.update("insert into job (id, user_id, user_dn, credential_id, type, state, submit_time, finish_time,"
                + " priority, retry, retry_delay, verify_checksum, submit_host, cancel_requested, total, started,"
                + " finished, failed, canceled, metadata, group_id)"
                + " select " + job("x") + ", " + user("x")
                + ", '/DC=org/CN=Person ' || cast(mod(x, 100) as varchar(20)),"
                + " '15c918e83400085d', 'N', case when " + isOver + " then 'FINISHEDDIRTY' else 'SUBMITTED' end, "
                + ago("mod(x * 7, " + 6 * DAY_SECONDS + ") + 3600") + ", case when " + isOver + " then " + over
                + " else null end, 3, 2, 120, 'n', 'tcn.example.org', false, " + FILES_PER_JOB + ", " + isOver
                + ", case when " + isOver + " then " + (FILES_PER_JOB - 2) + " else 0 end, " + failed
                + ", 0, '{\"dataset\": \"data26:raw.' || cast(x as varchar(20)) || '\"}', " + group("x", isOver)
                + " from " + series(from, to));
    }

    private static String job(String number) {
        return "lpad(cast(" + number + " as varchar(20)), 36, '0')";
    }

    /// Every tenth open job is in a group of its user.
    private static String group(String job, String isOver) {
        return "(case when " + isOver + " or mod(" + job
                + ", 10) > 0 then 0 else (select min(g.id) from transfer_group g"
                + " where g.user_id = " + user(job) + ") + " + USERS + " * mod(" + job + " / " + USERS + ", "
                + GROUPS / USERS
                + ") end)";
    }

    private void transfers(long from, long to, long open) {
        String isOver = "x < " + open;
        String job = "x / " + FILES_PER_JOB;
        String isJobOver = job + " < " + open / FILES_PER_JOB;
        // The files of a job are on one pipe of its user; two pipes of five have work.
        String pipe = "mod(" + job + ", " + pipes * 2 / 5 + ")";
        String over = ago("mod((" + job + ") * 7, " + 6 * DAY_SECONDS + ")");
        String state = "case when not (" + isOver + ") then 'QUEUED' when mod(x, " + FILES_PER_JOB
                + ") < 2 then 'FAILED' else 'FINISHED' end";
        String path = "cast(x as varchar(20))";
        jdbc.update("insert into transfer (id, job_id, file_index, pipe_id, source, destination, state, priority,"
                + " user_size, size_bytes, checksum, checksum_mode, overwrite, max_retries, retry_delay_ms, activity,"
                + " attempts, retries, dirty, unreleased, delayed, start_time, finish_time, reason, group_id)"
                + " select x + 1, " + job(job) + ", mod(x, " + FILES_PER_JOB + "), " + pipe(pipe) + ", "
                + endpoint(10, pipe) + " || '/f', "
                + endpoint(20, "(" + pipe + ") / " + SITES) + " || '/store/data/Run2026/file-' || " + path
                + " || '.root', "
                + state
                + ", mod(x, 3) + 2, 20000, 20000, 'ADLER32', 'WHEN_OBTAINABLE', false, 2, 120000, 'Production', case when "
                + isOver + " then 1 else 0 end, 0, false, false, false, case when " + isOver + " then " + over
                + " else null end, case when " + isOver + " then " + over + " else null end, case when " + isOver
                + " and mod(x, " + FILES_PER_JOB + ") < 2 then 'SOURCE [5] the storage answered 500' else null end, "
                + group(job, isJobOver) + " from " + series(from, to));
    }

    private void history() {
        // The server that is running has written some intervals by now.
        jdbc.update("insert into history_series (kind, name, user_id, last_at) select 'TOTAL', 'all', null, " + ago("0")
                + " where not exists (select 1 from history_series where kind = 'TOTAL')");
        jdbc.update("insert into history_series (kind, name, user_id, last_at) select 'USER', " + user("x") + ", "
                + user("x") + ", " + ago("0") + " from " + series(0, USERS - 1));
        jdbc.update("insert into history_series (kind, name, user_id, last_at) select 'PIPE', " + pipe("x") + ", "
                + user("x") + ", " + ago("0") + " from " + series(0, SLOT_SERIES - 1));
        String busy = "(select id from history_series where kind <> 'PIPE' or name < "
                + pipe(Integer.toString(BUSY_SERIES)) + ")";
        rows("history_interval", INTERVAL_SECONDS, DAY_SECONDS / INTERVAL_SECONDS, busy);
        rows("history_slot", 600, DAY_SECONDS / 600, "(select id from history_series)");
    }

    private void rows(String table, long seconds, long count, String of) {
        jdbc.update(
                "insert into " + table + " (series_id, at, length_ms, connections, open_connections, throughput_bps,"
                        + " running, queued, finished, failed, price, limit_bps, reason, words) select h.id, "
                        + ago("(" + count + " - x) * " + seconds) + ", " + seconds * 1000
                        + ", 4 + mod(x, 5), 4, 1e8 + x, 4, 10, 3, mod(x, 2), 0, null, 'GRADIENT_STEP',"
                        + " 'one more: throughput rises by 2 Mbit/s for each connection' from " + of + " as h(id), "
                        + series(1, count) + " order by x, h.id");
    }
}
