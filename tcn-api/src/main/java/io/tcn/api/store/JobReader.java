// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.TransferId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Reads jobs and transfers for the REST faces. Long answers go page by page to a consumer, so that memory does not
/// grow with them and no connection waits for a reader.
@Repository
public class JobReader {
    private static final int FETCH = 500;
    /// Jobs that one page looks at where no index leads to those asked for.
    private static final int JOBS_LOOKED_AT = 50_000;

    private final JdbcTemplate jdbc;
    private final StreamGate gate;
    private final TransferPages transfers;

    JobReader(JdbcTemplate template, StreamGate gate) {
        this.gate = gate;
        this.jdbc = fetching(template);
        this.transfers = new TransferPages(jdbc);
    }

    /// A template that fetches some hundred rows at once.
    static JdbcTemplate fetching(JdbcTemplate template) {
        JdbcTemplate own = new JdbcTemplate(Objects.requireNonNull(template.getDataSource()));
        own.setFetchSize(FETCH);
        return own;
    }

    /// What `GET /jobs` may ask for; null parts ask for everything.
    ///
    /// @param user jobs of this user
    /// @param userDn jobs submitted by this name
    /// @param credentialId jobs submitted with this delegation id
    /// @param states jobs in these states
    /// @param sourceSe jobs with this common source
    /// @param destSe jobs with this common destination
    /// @param onlyOpen only jobs that are not over
    /// @param finishedSince only jobs that were over at or after this moment
    /// @param limit at most this many, newest first; null for all
    public record Filter(
            @Nullable String user,
            @Nullable String userDn,
            @Nullable String credentialId,
            @Nullable List<String> states,
            @Nullable String sourceSe,
            @Nullable String destSe,
            boolean onlyOpen,
            @Nullable Instant finishedSince,
            @Nullable Integer limit) {}

    @Transactional(readOnly = true)
    public Optional<JobView> find(String id) {
        return find(List.of(id)).values().stream().findFirst();
    }

    /// The jobs of these ids; unknown ones are missing in the answer.
    @Transactional(readOnly = true)
    public Map<String, JobView> find(Collection<String> ids) {
        Map<String, JobView> found = new HashMap<>();
        RowCallbackHandler each = row -> {
            JobView job = JobView.read(row);
            found.put(job.id(), job);
        };
        InQuery.run(jdbc, "select " + JobView.COLUMNS + " from job where id in", ids, "", each);
        InQuery.run(
                jdbc, "select " + JobView.COLUMNS + " from archived_job where id in", missing(ids, found), "", each);
        return found;
    }

    private static <K> List<K> missing(Collection<K> ids, Map<K, ?> found) {
        return ids.stream().filter(id -> !found.containsKey(id)).distinct().toList();
    }

    /// Is told before a page is handed out, if it is not the only one.
    @FunctionalInterface
    public interface Pages {
        void page();
    }

    /// Reads jobs page by page: whoever takes them in may be slow, and holds nothing of the database.
    public void list(Filter filter, Pages pages, Consumer<JobView> each) {
        Conditions query = new Conditions("select " + JobView.COLUMNS + " from job where 1 = 1")
                .and("user_id = ?", filter.user())
                .and("user_dn = ?", filter.userDn())
                .and("credential_id = ?", filter.credentialId())
                .and("source_se = ?", filter.sourceSe())
                .and("dest_se = ?", filter.destSe())
                .andIn("state", filter.states());
        if (filter.onlyOpen()) {
            query.then(" and finish_time is null");
        }
        if (filter.finishedSince() != null) {
            query.and("finish_time >= ?", Rows.timestamp(filter.finishedSince()));
        }
        if (filter.limit() != null) {
            query.then(" order by submit_time desc limit ?", filter.limit());
            jobs(query).forEach(each);
            return;
        }
        query.then(" and id > ? order by id limit " + PageByPage.ROWS);
        PageByPage.read(
                "",
                JobView::id,
                after -> jdbc.query(query.sql(), (row, number) -> JobView.read(row), query.argumentsAnd(after)),
                pages,
                each);
    }

    private List<JobView> jobs(Conditions query) {
        return jdbc.query(query.sql(), (row, number) -> JobView.read(row), query.arguments());
    }

    /// A page of jobs.
    ///
    /// @param rows in the order of their ids
    /// @param next the id behind which the next page begins; null if there is none
    public record JobPage(List<JobView> rows, @Nullable String next) {}

    /// A page of jobs, in the order of their ids.
    ///
    /// Jobs of a user, and those that are over in some way, are found by no index in this order. Then a page
    /// looks at some jobs only, may have fewer rows than there is room for, or none, and names the next page
    /// all the same.
    ///
    /// @param of whose jobs
    /// @param state jobs in this state, null for all
    /// @param after only ids behind this one
    /// @param limit at most this many, positive
    @Transactional(readOnly = true)
    public JobPage jobs(Of of, @Nullable String state, String after, int limit) {
        return jobs(of, state, after, limit, JOBS_LOOKED_AT);
    }

    /// @param most how many jobs are looked at
    JobPage jobs(Of of, @Nullable String state, String after, int limit, int most) {
        // Open jobs are found by their index.
        boolean isOpen = "SUBMITTED".equals(state) || "ACTIVE".equals(state);
        boolean isSearch = !isOpen && (state != null || of.user() != null || of.userDn() != null);
        String upTo = isSearch ? idAt(after, most) : null;
        Conditions query = new Conditions("select " + JobView.COLUMNS + " from job where id > ?", after)
                .and("id <= ?", upTo)
                .and("user_id = ?", of.user())
                .and("user_dn = ?", of.userDn())
                .and("credential_id = ?", of.userDn() == null ? null : of.credentialId())
                .and("state = ?", state);
        if (isOpen) {
            query.then(" and finish_time is null");
        }
        List<JobView> rows = jobs(query.then(" order by id limit ?", limit));
        return new JobPage(rows, rows.size() < limit ? upTo : rows.getLast().id());
    }

    /// The id of a job so many places behind another one; null if there are not so many.
    private @Nullable String idAt(String after, int places) {
        List<String> found = jdbc.queryForList(
                "select id from job where id > ? order by id limit 1 offset ?", String.class, after, places - 1);
        return found.isEmpty() ? null : found.getFirst();
    }

    /// Reads the transfers of a job page by page, in the order of their numbers, from wherever they are: a job of
    /// many files that is being moved to the archive has a part in each.
    public void transfersOf(JobView job, Pages pages, Consumer<TransferView> each) {
        TransferFilter filter = new TransferFilter(new Of(null, null, null), null, job.id(), null);
        PageByPage.read(
                0L,
                TransferView::id,
                after -> {
                    List<TransferView> working = transfers.working(filter, after, PageByPage.ROWS);
                    boolean isWhole = after == 0 && working.size() == job.total();
                    return isWhole ? working : transfers.withArchived(working, filter, after, PageByPage.ROWS);
                },
                pages,
                each);
    }

    /// The job of a transfer that is not in the archive, empty if there is none.
    public Optional<String> jobOf(TransferId transfer) {
        return jdbc.queryForList("select job_id from transfer where id = ?", String.class, transfer.value()).stream()
                .findFirst();
    }

    /// Reads the transfers of several jobs row by row: of those that are not in the archive job by job in the order
    /// of their ids, each in the order of the numbers, and then the same of those that are; one query per thousand
    /// jobs.
    public void transfersOf(Collection<String> jobs, Consumer<TransferView> each) {
        List<String> ids = jobs.stream().distinct().sorted().toList();
        gate.read(() -> List.of("transfer", "archived_transfer")
                .forEach(table -> InQuery.run(
                        jdbc,
                        "select " + TransferView.COLUMNS + " from " + table + " where job_id in",
                        ids,
                        " order by job_id, id",
                        row -> {
                            each.accept(TransferView.read(row));
                        })));
    }

    /// Whose transfers are asked for; null parts ask for everybody's.
    ///
    /// @param user those of this user
    /// @param userDn those submitted by this name
    /// @param credentialId those submitted with this delegation id
    public record Of(
            @Nullable String user,
            @Nullable String userDn,
            @Nullable String credentialId) {}

    /// A row of FTS's record of retries.
    ///
    /// @param attempt from 1
    public record RetryView(long transfer, int attempt, Instant at, String reason) {}

    /// The record of retries of a transfer, oldest first; empty if it is not one of the job.
    @Transactional(readOnly = true)
    public List<RetryView> retriesOf(String job, long transfer) {
        String of = " t on t.id = r.transfer_id where t.job_id = ? and t.id = ?";
        String columns = "select r.transfer_id, r.attempt, r.at, r.reason from ";
        return jdbc.query(
                columns + "transfer_retry r join transfer" + of + " union all " + columns
                        + "archived_retry r join archived_transfer" + of + " order by attempt",
                (row, number) -> {
                    Instant at = Rows.instant(row, "at");
                    return new RetryView(
                            row.getLong("transfer_id"),
                            row.getInt("attempt"),
                            at == null ? Instant.EPOCH : at,
                            row.getString("reason"));
                },
                job,
                transfer,
                job,
                transfer);
    }

    @Transactional(readOnly = true)
    public Optional<TransferView> findTransfer(long id) {
        return findTransfers(List.of(id)).stream().findFirst();
    }

    /// Transfers of a job that are not over, in the order of their numbers.
    ///
    /// @param limit at most this many
    @Transactional(readOnly = true)
    public List<TransferView> openTransfersOf(String job, int limit) {
        return jdbc.query(
                "select " + TransferView.COLUMNS
                        + " from transfer where job_id = ? and finish_time is null order by job_id, id limit ?",
                (row, number) -> TransferView.read(row),
                job,
                limit);
    }

    /// Transfers of some numbers, in no order; unknown ones are missing.
    @Transactional(readOnly = true)
    public List<TransferView> findTransfers(Collection<Long> ids) {
        Map<Long, TransferView> found = new HashMap<>();
        RowCallbackHandler each = row -> {
            TransferView transfer = TransferView.read(row);
            found.put(transfer.id(), transfer);
        };
        InQuery.run(jdbc, "select " + TransferView.COLUMNS + " from transfer where id in", ids, "", each);
        InQuery.run(
                jdbc,
                "select " + TransferView.COLUMNS + " from archived_transfer where id in",
                missing(ids, found),
                "",
                each);
        return List.copyOf(found.values());
    }

    /// Which transfers are asked for; null parts ask for everything.
    ///
    /// @param of whose transfers
    /// @param pipe transfers of this pipe
    /// @param job transfers of this job
    /// @param state transfers in this state
    public record TransferFilter(
            Of of,
            @Nullable String pipe,
            @Nullable String job,
            @Nullable String state) {}

    /// A page of transfers.
    ///
    /// @param rows in the order of their numbers
    /// @param next the number behind which the next page begins; null if there is none
    public record TransferPage(
            List<TransferView> rows, @Nullable Long next) {
        static TransferPage full(List<TransferView> rows, int limit) {
            return new TransferPage(
                    rows, rows.size() < limit ? null : (Long) rows.getLast().id());
        }
    }

    /// A page of transfers, in the order of their numbers; those of the archive only if their job is named.
    ///
    /// Where neither job nor pipe is named no index leads to what is asked for. Then a page looks at some numbers
    /// only, may have fewer rows than there is room for, or none, and names the next page all the same.
    ///
    /// The archive is asked second: what moves there meanwhile is seen in both and taken once. One statement over
    /// both would make databases put the rows of both together before the first is read.
    ///
    /// @param after only numbers above this one
    /// @param limit at most this many, positive
    @Transactional(readOnly = true)
    public TransferPage transfers(TransferFilter filter, long after, int limit) {
        return transfers.page(filter, after, limit);
    }

    /// @param numbers how many are looked at, from the first that there is on
    TransferPage among(TransferFilter filter, long after, int limit, long numbers) {
        return transfers.among(filter, after, limit, numbers);
    }
}
