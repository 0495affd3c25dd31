// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.group.GroupLoad;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Groups and what is left of them. What a job has on each pipe is written once, with the job; what of that is
/// left is taken to be the part of the job's files that is not over. So nothing is counted when a transfer ends.
@Repository
public class GroupStore {
    private final JdbcTemplate jdbc;

    GroupStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// A group.
    ///
    /// @param id its number
    /// @param user whose it is
    /// @param name what the user calls it
    /// @param weight how much it counts, positive
    /// @param due when it should be done, null without a deadline
    /// @param created when it was first named
    public record Group(
            GroupId id,
            UserId user,
            String name,
            double weight,
            @Nullable Instant due,
            Instant created) {}

    /// What is left of a group that is not over.
    ///
    /// @param group the group
    /// @param since when the oldest job that is not over was submitted
    /// @param jobs its jobs that are not over
    /// @param files files of those that are not over
    /// @param bytes what they have on each pipe, in bytes; files of unknown size count nothing
    public record Rest(Group group, Instant since, long jobs, double files, SortedMap<PipeId, Double> bytes) {
        /// What is left on all pipes together, in bytes.
        public double bytesLeft() {
            return bytes.values().stream().mapToDouble(Double::doubleValue).sum();
        }

        /// The same of the group as it is now.
        public Rest with(Group changed) {
            return new Rest(changed, since, jobs, files, bytes);
        }

        /// As the planner wants it.
        ///
        /// @param doubling time in which a group that waits comes to count twice as much, so that none is
        ///     passed for ever; zero for never
        public GroupLoad load(Instant now, Duration doubling) {
            Instant due = group.due();
            double times = doubling.isZero()
                    ? 0
                    : Math.clamp(
                            ((double) now.getEpochSecond() - since.getEpochSecond())
                                    / Math.max(1e-3, doubling.toMillis() / 1e3),
                            0,
                            MOST_DOUBLINGS);
            return new GroupLoad(
                    group.id(),
                    group.weight() * Math.pow(2, times),
                    due == null ? null : (Double) ((double) due.getEpochSecond() - now.getEpochSecond()),
                    bytes);
        }
    }

    private static final double MOST_DOUBLINGS = 100;

    /// A file of which nobody knows the size counts so much: were it nothing, groups of such files would go before
    /// all others for ever.
    private static final long UNKNOWN_BYTES = 1_000_000_000L;

    private static final String MOST_BYTES = "9e18";

    private static final String COLUMNS = "id, user_id, name, weight, due, created";

    private static final RowMapper<Group> GROUP = (row, number) -> new Group(
            new GroupId(row.getLong("id")),
            UserId.of(row.getString("user_id")),
            row.getString("name"),
            row.getDouble("weight"),
            Rows.instant(row, "due"),
            Objects.requireNonNull(Rows.instant(row, "created")));

    // --- within a submission

    /// The number of a group, which is made if there is none of this name; within the caller's transaction. If
    /// another submission makes it at the same moment, this one fails: see [#isNameTaken].
    long idOf(UserId user, NewJob.Group given, Instant now) {
        Object due = given.due() == null ? null : Rows.timestamp(given.due());
        int known = jdbc.update(
                "update transfer_group set weight = coalesce(cast(? as double precision), weight),"
                        + " due = coalesce(cast(? as timestamp(6) with time zone), due), used = ?"
                        + " where user_id = ? and name = ?",
                given.weight(),
                due,
                Rows.timestamp(now),
                user.value(),
                given.name());
        if (known == 0) {
            jdbc.update(
                    "insert into transfer_group (user_id, name, weight, due, created, used)"
                            + " values (?, ?, ?, cast(? as timestamp(6) with time zone), ?, ?)",
                    user.value(),
                    given.name(),
                    given.weight() == null ? 1.0 : given.weight(),
                    due,
                    Rows.timestamp(now),
                    Rows.timestamp(now));
        }
        Long id = jdbc.queryForObject(
                "select id from transfer_group where user_id = ? and name = ?", Long.class, user.value(), given.name());
        return Objects.requireNonNull(id);
    }

    /// Whether a submission failed because another one made the same group at the same moment: then it can be made
    /// again.
    static boolean isNameTaken(DataIntegrityViolationException violation) {
        return String.valueOf(violation.getMostSpecificCause().getMessage())
                .toLowerCase(Locale.ROOT)
                .contains("transfer_group_name_is_unique");
    }

    /// Writes down what a new job has on each pipe, if it is in a group; within the caller's transaction. Of a
    /// file with several sources the first counts.
    void count(String job) {
        jdbc.update(
                "insert into group_part (group_id, job_id, pipe_id, files, bytes) select t.group_id, t.job_id, t.pipe_id,"
                        + " count(*), cast(least(" + MOST_BYTES + ", sum(cast(case when t.user_size < 0 then "
                        + UNKNOWN_BYTES
                        + " else t.user_size end as double precision))) as bigint) from transfer t"
                        + " join job j on j.id = t.job_id where t.job_id = ? and t.group_id > 0"
                        + " and (j.type <> 'R' or t.state = 'QUEUED') group by t.group_id, t.job_id, t.pipe_id",
                job);
    }

    // --- the planner's question

    /// What is left of all groups that are not over, by number. The parts of jobs that are over are deleted first.
    @Transactional
    public List<Rest> open() {
        jdbc.update("delete from group_part p where not exists"
                + " (select 1 from job j where j.id = p.job_id and j.finish_time is null)");
        Map<Long, SortedMap<PipeId, Double>> bytes = new HashMap<>();
        Map<Long, Double> files = new HashMap<>();
        jdbc.query(
                "select p.group_id, p.pipe_id, sum(p.files * " + LEFT + ") as files, sum(p.bytes * " + LEFT
                        + ") as bytes"
                        + " from group_part p join job j on j.id = p.job_id group by p.group_id, p.pipe_id",
                row -> {
                    long group = row.getLong("group_id");
                    bytes.computeIfAbsent(group, none -> new TreeMap<>())
                            .put(PipeId.of(row.getString("pipe_id")), Math.max(0, row.getDouble("bytes")));
                    files.merge(group, row.getDouble("files"), Double::sum);
                });
        if (bytes.isEmpty()) {
            return List.of();
        }
        Map<Long, Long> jobs = new HashMap<>();
        Map<Long, Instant> since = new HashMap<>();
        jdbc.query(
                "select p.group_id, count(distinct p.job_id) as jobs, min(j.submit_time) as since from group_part p"
                        + " join job j on j.id = p.job_id group by p.group_id",
                row -> {
                    jobs.put(row.getLong("group_id"), row.getLong("jobs"));
                    since.put(row.getLong("group_id"), Objects.requireNonNull(Rows.instant(row, "since")));
                });
        List<Rest> rests = new ArrayList<>();
        InQuery.run(
                jdbc,
                "select " + COLUMNS + " from transfer_group where id in",
                new TreeSet<>(bytes.keySet()),
                " order by id",
                row -> {
                    Group group = Objects.requireNonNull(GROUP.mapRow(row, 0));
                    long id = group.id().value();
                    rests.add(new Rest(
                            group,
                            since.getOrDefault(id, group.created()),
                            jobs.getOrDefault(id, 0L),
                            files.getOrDefault(id, 0.0),
                            bytes.getOrDefault(id, new TreeMap<>())));
                });
        return rests;
    }

    /// The part of a job's files that is not over.
    private static final String LEFT =
            "(cast(j.total - j.finished - j.failed - j.canceled as double precision) / j.total)";

    // --- operators

    /// A group by name.
    @Transactional(readOnly = true)
    public Optional<Group> find(UserId user, String name) {
        return jdbc
                .query(
                        "select " + COLUMNS + " from transfer_group where user_id = ? and name = ?",
                        GROUP,
                        user.value(),
                        name)
                .stream()
                .findFirst();
    }

    /// A group by number.
    @Transactional(readOnly = true)
    public Optional<Group> find(GroupId id) {
        return jdbc.query("select " + COLUMNS + " from transfer_group where id = ?", GROUP, id.value()).stream()
                .findFirst();
    }

    /// A group by number, which nobody else changes until the caller's transaction ends.
    @Transactional
    public Optional<Group> lock(GroupId id) {
        return jdbc
                .query("select " + COLUMNS + " from transfer_group where id = ? for update", GROUP, id.value())
                .stream()
                .findFirst();
    }

    /// The group of a job; empty if it is in none, or in the archive.
    @Transactional(readOnly = true)
    public Optional<Group> ofJob(String job) {
        return jdbc
                .query(
                        "select " + COLUMNS + " from transfer_group where id = (select group_id from job where id = ?)",
                        GROUP,
                        job)
                .stream()
                .findFirst();
    }

    /// The next jobs of a group that are not over, by id.
    ///
    /// @param after the last one of the page before, empty for the first page
    @Transactional(readOnly = true)
    public List<String> openJobs(GroupId group, String after, int limit) {
        return jdbc.queryForList(
                "select distinct p.job_id from group_part p join job j on j.id = p.job_id where p.group_id = ?"
                        + " and j.finish_time is null and p.job_id > ? order by p.job_id fetch first ? rows only",
                String.class,
                group.value(),
                after,
                limit);
    }

    /// Changes what is given of a group and leaves the rest as it is; within the caller's transaction.
    ///
    /// @param noDue whether the deadline is taken back
    /// @return whether it is there
    @Transactional
    public boolean change(GroupId group, @Nullable Double weight, @Nullable Instant due, boolean noDue) {
        return jdbc.update(
                        "update transfer_group set weight = coalesce(cast(? as double precision), weight), due = case"
                                + " when cast(? as boolean) then null else coalesce(cast(? as timestamp(6) with time"
                                + " zone), due) end where id = ?",
                        weight,
                        noDue,
                        due == null ? null : Rows.timestamp(due),
                        group.value())
                > 0;
    }

    /// Numbers of the groups in which a submitter has jobs that are not over.
    ///
    /// @param credentialId delegation id at the submission, null for any
    @Transactional(readOnly = true)
    public Set<GroupId> openGroupsOf(String dn, @Nullable String credentialId) {
        return new TreeSet<>(jdbc.query(
                "select distinct p.group_id from group_part p join job j on j.id = p.job_id where j.user_dn = ?"
                        + " and j.credential_id = coalesce(cast(? as varchar), j.credential_id)"
                        + " and j.finish_time is null",
                (row, number) -> new GroupId(row.getLong("group_id")),
                dn,
                credentialId));
    }

    /// Forgets groups that nothing has been submitted to for a time and that have nothing left.
    ///
    /// @param before last use
    /// @return how many
    @Transactional
    public int forgetUnused(Instant before) {
        return jdbc.update(
                "delete from transfer_group where used < ? and not exists"
                        + " (select 1 from group_part p where p.group_id = transfer_group.id)",
                Rows.timestamp(before));
    }
}
