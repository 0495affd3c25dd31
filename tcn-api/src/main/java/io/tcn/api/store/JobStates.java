// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Keeps the state of jobs in step with their transfers by counters, so that no job is ever counted through. The
/// rules are those of FTS: a multihop job is over as soon as one hop failed or was cancelled; another job when all its
/// transfers are. A job with replicas has finished if one of them has.
@Repository
class JobStates {
    /// FTS's sentence for a job that did not finish well; details are in its files.
    private static final String GENERAL_REASON =
            "One or more files failed. Please have a look at the details for more" + " information";

    /// How the counters of a job change.
    static final class Change {
        boolean started;
        int finished;
        int failed;
        int canceled;
    }

    private static final String COUNT = "update job set started = (started or cast(? as boolean)),"
            + " finished = finished + ?, failed = failed + ?, canceled = canceled + ? where id = any (?)";

    private static final String OVER =
            "(finished + failed + canceled >= total or (type = 'H' and failed + canceled > 0))";

    private static final String SETTLE = "update job set state = case"
            + " when not " + OVER + " then case when started then 'ACTIVE' else 'SUBMITTED' end"
            + " when cancel_requested then 'CANCELED'"
            + " when finished >= total or (type = 'R' and finished > 0) then 'FINISHED'"
            + " when failed > 0 and finished > 0 and type <> 'H' then 'FINISHEDDIRTY'"
            + " when failed > 0 then 'FAILED'"
            + " else 'CANCELED' end,"
            + " finish_time = case when " + OVER + " then cast(? as timestamp(6) with time zone) else null end,"
            + " reason = case when " + OVER
            + " and finished < total and not (type = 'R' and finished > 0) and not cancel_requested"
            + " then cast(? as varchar) else reason end"
            + " where finish_time is null and id = any (?)";

    /// Both at once, for jobs whose counters change differently, where arrays can be read as rows.
    private static final String COUNT_AND_SETTLE = countAndSettle();

    private final JdbcTemplate jdbc;

    JobStates(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    private static String countAndSettle() {
        String isOver = OVER.replace("finished + failed + canceled", "finished + v.f + failed + v.x + canceled + v.c")
                .replace("and failed + canceled >", "and failed + v.x + canceled + v.c >");
        return "update job set started = (started or v.s), finished = finished + v.f, failed = failed + v.x,"
                + " canceled = canceled + v.c, state = case"
                + " when finish_time is not null then state"
                + " when not " + isOver + " then case when started or v.s then 'ACTIVE' else 'SUBMITTED' end"
                + " when cancel_requested then 'CANCELED'"
                + " when finished + v.f >= total or (type = 'R' and finished + v.f > 0) then 'FINISHED'"
                + " when failed + v.x > 0 and finished + v.f > 0 and type <> 'H' then 'FINISHEDDIRTY'"
                + " when failed + v.x > 0 then 'FAILED'"
                + " else 'CANCELED' end,"
                + " finish_time = case when finish_time is null and " + isOver
                + " then cast(? as timestamp(6) with time zone) else finish_time end,"
                + " reason = case when finish_time is null and " + isOver
                + " and finished + v.f < total and not (type = 'R' and finished + v.f > 0) and not cancel_requested"
                + " then cast(? as varchar) else reason end"
                + " from unnest(?, ?, ?, ?, ?) as v (job, s, f, x, c) where id = v.job";
    }

    /// Cancels those jobs of which no transfer is open any more, whatever became of the others.
    void cancelIfNothingIsOpen(Collection<String> jobs, Instant now) {
        jdbc.batchUpdate(
                "update job set state = 'CANCELED', finish_time = coalesce(finish_time,"
                        + " cast(? as timestamp(6) with time zone)) where id = ? and finished + failed + canceled >= total",
                jobs.stream()
                        .map(job -> new Object[] {Rows.timestamp(now), job})
                        .toList());
    }

    /// Changes counters and states, within the caller's transaction. Jobs whose counters change alike share statements.
    void apply(Map<String, Change> changes, Instant now) {
        if (changes.isEmpty()) {
            return;
        }
        if (DatabaseProduct.POSTGRESQL.isBehind(jdbc)) {
            applyAtOnce(changes, now);
            return;
        }
        Map<List<Object>, List<String>> alike = new LinkedHashMap<>();
        changes.forEach((job, change) -> alike.computeIfAbsent(
                        List.of(change.started, change.finished, change.failed, change.canceled),
                        none -> new ArrayList<>())
                .add(job));
        alike.forEach((counts, jobs) -> InQuery.update(jdbc, COUNT, "varchar", jobs, counts.toArray()));
        InQuery.update(jdbc, SETTLE, "varchar", changes.keySet(), Rows.timestamp(now), GENERAL_REASON);
    }

    private void applyAtOnce(Map<String, Change> changes, Instant now) {
        List<Map.Entry<String, Change>> rows = List.copyOf(changes.entrySet());
        jdbc.execute((Connection connection) -> {
            try (PreparedStatement statement = connection.prepareStatement(COUNT_AND_SETTLE)) {
                statement.setObject(1, Rows.timestamp(now));
                statement.setString(2, GENERAL_REASON);
                set(statement, 3, "varchar", rows, Map.Entry::getKey);
                set(statement, 4, "boolean", rows, row -> row.getValue().started);
                set(statement, 5, "integer", rows, row -> row.getValue().finished);
                set(statement, 6, "integer", rows, row -> row.getValue().failed);
                set(statement, 7, "integer", rows, row -> row.getValue().canceled);
                return statement.executeUpdate();
            }
        });
    }

    private static void set(
            PreparedStatement statement,
            int position,
            String type,
            List<Map.Entry<String, Change>> rows,
            Function<Map.Entry<String, Change>, Object> value)
            throws SQLException {
        statement.setArray(
                position,
                statement
                        .getConnection()
                        .createArrayOf(type, rows.stream().map(value).toArray()));
    }
}
