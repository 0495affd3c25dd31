// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Deletes the oldest of the archive: on H2 job by job in blocks, on PostgreSQL month by month, as soon as all of a
/// month is old ([ArchivePartitions]). [RetentionStore] fills it, [JobReader] reads it.
///
/// On H2 it is asked in the store's turn ([JpaTransferStore#inTurn]). A month takes PostgreSQL a second or two: there
/// it is dropped in a transaction of its own, on another thread, while transitions go on ([#dropsMonths]); [LeadFence]
/// keeps a server from it that does not lead any more.
@Repository
public class ArchiveStore {
    /// Transfers of one block.
    private static final int TRANSFERS = 1000;

    private static final int JOBS = 200;

    /// What H2's file keeps if no setting says otherwise. A PostgreSQL keeps all: it has an operator of its own.
    private static final Duration IN_PROCESS = Duration.ofDays(30);

    private final JdbcTemplate jdbc;
    private final int block;

    @Autowired
    ArchiveStore(JdbcTemplate jdbc) {
        this(jdbc, TRANSFERS);
    }

    /// @param block transfers of one block
    ArchiveStore(JdbcTemplate jdbc, int block) {
        this.jdbc = jdbc;
        this.block = block;
    }

    /// How long this database keeps the archive where no setting says it; 0: for ever.
    public Duration keptByDefault() {
        return DatabaseProduct.H2.isBehind(jdbc) ? IN_PROCESS : Duration.ZERO;
    }

    /// Whether it goes month by month, beside the store's turn.
    public boolean dropsMonths() {
        return DatabaseProduct.POSTGRESQL.isBehind(jdbc);
    }

    /// What one block has deleted.
    ///
    /// @param more whether something old may be left
    public record Deleted(int jobs, int transfers, boolean more) {}

    private record Old(String id, int total) {}

    /// Deletes the next jobs of the archive, or a part of one; on PostgreSQL the oldest month, whose counts are
    /// about.
    ///
    /// @param before jobs that were over before this moment are old
    @Transactional
    public Deleted deleteNext(Instant before) {
        if (dropsMonths()) {
            return new ArchivePartitions(jdbc).dropNext(before);
        }
        List<Old> oldest = jdbc.query(
                "select id, total from archived_job where finish_time < ? order by finish_time, id limit ?",
                (row, number) -> new Old(row.getString("id"), row.getInt("total")),
                Rows.timestamp(before),
                JOBS);
        if (oldest.isEmpty()) {
            return new Deleted(0, 0, false);
        }
        int jobs = 0;
        int transfers = 0;
        for (Old job : oldest) {
            if (jobs > 0 && transfers + job.total() > block) {
                return new Deleted(jobs, transfers, true);
            }
            List<Long> ids = jdbc.queryForList(
                    "select id from archived_transfer where job_id = ? order by job_id, id limit ?",
                    Long.class,
                    job.id(),
                    block);
            InQuery.update(jdbc, "delete from archived_retry where transfer_id = any (?)", "bigint", ids);
            InQuery.update(jdbc, "delete from archived_transfer where id = any (?)", "bigint", ids);
            transfers += ids.size();
            if (ids.size() == block) {
                return new Deleted(jobs, transfers, true);
            }
            jobs += jdbc.update("delete from archived_job where id = ?", job.id());
        }
        return new Deleted(jobs, transfers, oldest.size() == JOBS);
    }
}
