// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Jobs with several sources of one file (FTS: type `R`): finds those whose source has failed, and puts the next one
/// into its place.
@Repository
public class ReplicaStore {
    private final JdbcTemplate jdbc;
    private final Journals journals;

    ReplicaStore(JdbcTemplate jdbc, Journals journals) {
        this.jdbc = jdbc;
        this.journals = journals;
    }

    /// A source that was not used yet.
    ///
    /// @param strategy how the job chooses, null if it does not say
    /// @param sizeBytes size of the file, -1 if nobody knows it
    public record Spare(
            TransferId transfer,
            String job,
            PipeId pipe,
            @Nullable String strategy,
            long sizeBytes) {}

    /// The spares of those jobs that are not over and of which nothing is queued or runs.
    ///
    /// @param ended transfers that have just failed or been cancelled; null for all jobs
    /// @return by job, in the order of the numbers
    @Transactional(readOnly = true)
    public Map<String, List<Spare>> sparesOfStuckJobs(@Nullable Collection<TransferId> ended) {
        Map<String, List<Spare>> spares = new TreeMap<>();
        String select = "select t.id, t.job_id, t.pipe_id, t.selection_strategy, t.user_size from transfer t"
                + " join job j on j.id = t.job_id where j.type = 'R' and j.finish_time is null"
                + " and j.cancel_requested = false and t.state = 'WAITING'"
                + " and not exists (select 1 from transfer r where r.job_id = t.job_id"
                + " and r.state in ('QUEUED', 'CLAIMED', 'ACTIVE'))";
        if (ended == null) {
            jdbc.query(select + " order by t.id", row -> {
                Spare spare = spare(row);
                spares.computeIfAbsent(spare.job(), job -> new ArrayList<>()).add(spare);
            });
        } else {
            InQuery.run(
                    jdbc,
                    select + " and t.job_id in (select e.job_id from transfer e where e.id in",
                    ended.stream().map(TransferId::value).toList(),
                    ") order by t.id",
                    row -> {
                        Spare spare = spare(row);
                        spares.computeIfAbsent(spare.job(), job -> new ArrayList<>())
                                .add(spare);
                    });
        }
        return spares;
    }

    private static Spare spare(java.sql.ResultSet row) throws java.sql.SQLException {
        return new Spare(
                TransferId.of(row.getLong("id")),
                row.getString("job_id"),
                PipeId.of(row.getString("pipe_id")),
                row.getString("selection_strategy"),
                row.getLong("user_size"));
    }

    /// Queues spares.
    ///
    /// @param now for the journal
    /// @return per spare whether it was still one
    @Transactional
    public List<Boolean> use(List<Spare> chosen, java.time.Instant now) {
        int[] changed = jdbc.batchUpdate(
                "update transfer set state = 'QUEUED', unreleased = false where id = ? and state = 'WAITING'",
                chosen.stream()
                        .map(spare -> new Object[] {spare.transfer().value()})
                        .toList());
        List<Boolean> made = new ArrayList<>();
        List<StateChange> changes = new ArrayList<>();
        for (int i = 0; i < changed.length; i++) {
            made.add(changed[i] == 1);
            if (changed[i] == 1) {
                changes.add(new StateChange(
                        chosen.get(i).transfer(), TransferState.QUEUED, now, null, StateChange.Kind.STEP));
            }
        }
        if (!changes.isEmpty()) {
            journals.record(() -> changes);
        }
        return made;
    }
}
