// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.TransferId;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Stores some new jobs in one transaction: all of them or none.
@Repository
class SubmissionWriter {
    private static final long NO_GROUP = GroupId.NONE.value();

    private final JdbcTemplate jdbc;
    private final TransferNumbers numbers;
    private final Journals journals;
    private final GroupStore groups;
    private final DatabaseLead lead;

    SubmissionWriter(
            JdbcTemplate jdbc, TransferNumbers numbers, Journals journals, GroupStore groups, DatabaseLead lead) {
        this.jdbc = jdbc;
        this.numbers = numbers;
        this.journals = journals;
        this.groups = groups;
        this.lead = lead;
    }

    /// A job and where it is to be stored.
    ///
    /// @param job what was submitted
    /// @param at when
    /// @param host name of this server
    record Submitted(NewJob job, Instant at, String host) {}

    /// @param all one at least, of one server
    /// @return of each the numbers of its transfers, in their order
    @Transactional(StoreConfiguration.PLAIN)
    public List<List<TransferId>> store(List<Submitted> all) {
        long[] groupOf = groups(all);
        List<SubmissionRows.Job> jobs = new ArrayList<>();
        for (int i = 0; i < groupOf.length; i++) {
            Submitted one = all.get(i);
            List<TransferId> ids = Arrays.stream(
                            numbers.take(one.job().transfers().size()))
                    .mapToObj(TransferId::of)
                    .toList();
            jobs.add(new SubmissionRows.Job(one.job(), one.at(), groupOf[i], ids));
        }
        String host = all.getFirst().host();
        boolean leads = Boolean.TRUE.equals(
                jdbc.execute((Connection connection) -> SubmissionRows.insert(connection, jobs, host, lead.epoch())));
        if (!leads) {
            throw lead.lost();
        }
        insertDependencies(jobs);
        for (SubmissionRows.Job job : jobs) {
            if (job.group() != NO_GROUP) {
                groups.count(job.job().id());
            }
        }
        journals.record(
                () -> jobs.stream().flatMap(job -> submitted(job).stream()).toList());
        return jobs.stream().map(SubmissionRows.Job::ids).toList();
    }

    /// The numbers of their groups, [#NO_GROUP] for those in none. The groups' rows are changed in the order of users
    /// and names, so that no two transactions wait for each other.
    private long[] groups(List<Submitted> all) {
        long[] numbersOfGroups = new long[all.size()];
        IntStream.range(0, numbersOfGroups.length)
                .filter(i -> all.get(i).job().group() != null)
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> all.get(i).job().user())
                        .thenComparing(i -> nameOf(all.get(i).job())))
                .forEach(i -> numbersOfGroups[i] = numberOf(all.get(i)));
        return numbersOfGroups;
    }

    private static String nameOf(NewJob job) {
        NewJob.Group group = job.group();
        return group == null ? "" : group.name();
    }

    private long numberOf(Submitted one) {
        NewJob.Group group = one.job().group();
        return group == null ? NO_GROUP : groups.idOf(one.job().user(), group, one.at());
    }

    private void insertDependencies(List<SubmissionRows.Job> jobs) {
        List<Object[]> rows = new ArrayList<>();
        for (SubmissionRows.Job job : jobs) {
            List<TransferId> ids = job.ids();
            for (int i = 0; i < ids.size(); i++) {
                NewTransfer transfer = job.job().transfers().get(i);
                for (int predecessor : transfer.afterInBatch()) {
                    rows.add(new Object[] {
                        ids.get(i).value(), ids.get(predecessor).value()
                    });
                }
                for (TransferId predecessor : transfer.afterExisting()) {
                    rows.add(new Object[] {ids.get(i).value(), predecessor.value()});
                }
            }
        }
        if (!rows.isEmpty()) {
            jdbc.batchUpdate("insert into transfer_after (transfer_id, after_id) values (?, ?)", rows);
        }
    }

    private static List<StateChange> submitted(SubmissionRows.Job job) {
        List<StateChange> changes = new ArrayList<>();
        for (int i = 0; i < job.ids().size(); i++) {
            changes.add(new StateChange(
                    job.ids().get(i),
                    job.job().transfers().get(i).firstState(),
                    job.at(),
                    null,
                    StateChange.Kind.SUBMITTED));
        }
        return changes;
    }
}
