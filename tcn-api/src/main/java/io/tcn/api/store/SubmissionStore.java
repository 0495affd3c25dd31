// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.TransferId;
import io.tcn.core.model.UserId;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Stores new jobs, each whole or not at all, with inserts in batches and numbers taken in blocks.
@Repository
public class SubmissionStore {
    private static final int BATCH = 1000;

    private final EntityManager entities;
    private final SessionFactory sessions;
    private final JdbcTemplate jdbc;
    private final Journals journals;

    SubmissionStore(EntityManager entities, SessionFactory sessions, JdbcTemplate jdbc, Journals journals) {
        this.entities = entities;
        this.sessions = sessions;
        this.jdbc = jdbc;
        this.journals = journals;
    }

    /// Whether a job of this id exists.
    @Transactional(readOnly = true)
    public boolean exists(String jobId) {
        return entities.find(JobEntity.class, jobId) != null;
    }

    /// The users of some stored transfers; unknown ones are missing in the answer.
    @Transactional(readOnly = true)
    public Map<TransferId, UserId> usersOf(Collection<TransferId> transfers) {
        Map<TransferId, UserId> users = new HashMap<>();
        List<Long> ids = transfers.stream().map(TransferId::value).toList();
        for (int from = 0; from < ids.size(); from += BATCH) {
            List<Long> part = ids.subList(from, Math.min(ids.size(), from + BATCH));
            entities.createQuery(
                            "select t.id, j.userId from TransferEntity t join JobEntity j on j.id = t.jobId"
                                    + " where t.id in :ids",
                            Object[].class)
                    .setParameter("ids", part)
                    .getResultList()
                    .forEach(row -> users.put(TransferId.of((Long) row[0]), UserId.of((String) row[1])));
        }
        return users;
    }

    /// Stores a job and its transfers.
    ///
    /// @param host name of this server
    /// @return the numbers of the transfers, in the order of the job's list
    @Transactional
    public List<TransferId> store(NewJob job, Instant now, String host) {
        entities.persist(new JobEntity(job, now, host));
        entities.flush();
        List<TransferEntity> rows = job.transfers().stream()
                .map(transfer -> new TransferEntity(job.id(), transfer))
                .toList();
        insert(rows);
        List<TransferId> ids = rows.stream().map(row -> TransferId.of(row.id())).toList();
        insertDependencies(job.transfers(), ids);
        journals.record(() -> submitted(rows, now));
        return ids;
    }

    private List<StateChange> submitted(List<TransferEntity> rows, Instant now) {
        // The journal's own statements must see them.
        entities.flush();
        return rows.stream()
                .map(row ->
                        new StateChange(TransferId.of(row.id()), row.state(), now, null, StateChange.Kind.SUBMITTED))
                .toList();
    }

    private void insert(List<TransferEntity> rows) {
        // A stateless session keeps no copies, so that memory does not grow with the job.
        StatelessSession session = sessions.openStatelessSession(connection());
        session.setJdbcBatchSize(BATCH);
        session.insertMultiple(rows);
    }

    /// The connection of the present transaction, which Spring closes.
    private Connection connection() {
        return DataSourceUtils.getConnection(Objects.requireNonNull(jdbc.getDataSource()));
    }

    private void insertDependencies(List<NewTransfer> transfers, List<TransferId> ids) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < transfers.size(); i++) {
            long id = ids.get(i).value();
            for (int predecessor : transfers.get(i).afterInBatch()) {
                rows.add(new Object[] {id, ids.get(predecessor).value()});
            }
            for (TransferId predecessor : transfers.get(i).afterExisting()) {
                rows.add(new Object[] {id, predecessor.value()});
            }
        }
        if (!rows.isEmpty()) {
            jdbc.batchUpdate("insert into transfer_after (transfer_id, after_id) values (?, ?)", rows);
        }
    }
}
