// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/// Jobs of some kind, the oldest first, some thousands at a time. They are found by the index of their ends and
/// put in order here: asked for the oldest ones, a database would rather walk through all jobs that were over
/// before.
final class OldestJobs {
    private static final Comparator<Job> IN_ORDER =
            Comparator.comparing(Job::submitted).thenComparing(Job::id);

    private final JdbcTemplate jdbc;
    private final Conditions query;

    /// A job.
    ///
    /// @param files how many it has
    record Job(Instant submitted, String id, int files) {}

    private OldestJobs(JdbcTemplate jdbc, Conditions query) {
        this.jdbc = jdbc;
        this.query = query;
    }

    /// Jobs that are not over.
    static OldestJobs open(JdbcTemplate jdbc, JobReader.Of of) {
        return new OldestJobs(jdbc, open(of));
    }

    /// Jobs that were over at or after a moment.
    static OldestJobs overSince(JdbcTemplate jdbc, Instant since, JobReader.Of of) {
        return new OldestJobs(jdbc, select("finish_time >= ?", of, Rows.timestamp(since)));
    }

    /// The question for [#open].
    static Conditions open(JobReader.Of of) {
        return select("finish_time is null", of);
    }

    private static Conditions select(String kind, JobReader.Of of, Object... arguments) {
        return new Conditions("select id, submit_time, total from job where " + kind, arguments)
                .and("user_id = ?", of.user())
                .and("user_dn = ?", of.userDn())
                .and("credential_id = ?", of.userDn() == null ? null : of.credentialId());
    }

    /// Jobs behind one of them, in their order.
    ///
    /// @param last null for the first ones
    /// @param most so many, if there are
    List<Job> after(@Nullable Job last, int most) {
        PriorityQueue<Job> oldest = new PriorityQueue<>(IN_ORDER.reversed());
        RowCallbackHandler each = row -> {
            Job job = new Job(
                    Objects.requireNonNull(Rows.instant(row, "submit_time")), row.getString("id"), row.getInt("total"));
            if (last == null || IN_ORDER.compare(job, last) > 0) {
                oldest.add(job);
                if (oldest.size() > most) {
                    oldest.remove();
                }
            }
        };
        jdbc.query(query.sql(), each, query.arguments());
        List<Job> jobs = new ArrayList<>(oldest);
        jobs.sort(IN_ORDER);
        return jobs;
    }

    /// Stretches of jobs with so many files together; a larger job stands alone.
    static List<List<Job>> stretches(List<Job> jobs, int files) {
        List<List<Job>> stretches = new ArrayList<>();
        long room = 0;
        for (Job job : jobs) {
            if (stretches.isEmpty() || job.files() > room) {
                stretches.add(new ArrayList<>());
                room = files;
            }
            stretches.getLast().add(job);
            room -= job.files();
        }
        return stretches;
    }
}
