// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
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
    /// Rows of a long answer that are in memory at once.
    private static final int PAGE = 500;

    /// Transfers that one page looks at where no index leads to those asked for: some 70 ms.
    private static final long NUMBERS_LOOKED_AT = 200_000;

    /// Likewise jobs.
    private static final int JOBS_LOOKED_AT = 50_000;

    private final JdbcTemplate jdbc;
    private final StreamGate gate;

    JobReader(JdbcTemplate template, StreamGate gate) {
        this.gate = gate;
        this.jdbc = new JdbcTemplate(java.util.Objects.requireNonNull(template.getDataSource()));
        this.jdbc.setFetchSize(FETCH);
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
        StringBuilder sql = new StringBuilder("select " + JobView.COLUMNS + " from job where 1 = 1");
        List<Object> arguments = new ArrayList<>();
        add(sql, arguments, "user_id = ?", filter.user());
        add(sql, arguments, "user_dn = ?", filter.userDn());
        add(sql, arguments, "credential_id = ?", filter.credentialId());
        add(sql, arguments, "source_se = ?", filter.sourceSe());
        add(sql, arguments, "dest_se = ?", filter.destSe());
        addIn(sql, arguments, "state", filter.states());
        if (filter.onlyOpen()) {
            sql.append(" and finish_time is null");
        }
        if (filter.finishedSince() != null) {
            add(sql, arguments, "finish_time >= ?", Rows.timestamp(filter.finishedSince()));
        }
        if (filter.limit() != null) {
            sql.append(" order by submit_time desc limit ?");
            arguments.add(filter.limit());
            jdbc.query(sql.toString(), (row, number) -> JobView.read(row), arguments.toArray())
                    .forEach(each);
            return;
        }
        sql.append(" and id > ? order by id limit ").append(PAGE);
        byPage(
                "",
                JobView::id,
                after -> jdbc.query(sql.toString(), (row, number) -> JobView.read(row), with(arguments, after)),
                pages,
                each);
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
        StringBuilder sql = new StringBuilder("select " + JobView.COLUMNS + " from job where id > ?");
        List<Object> arguments = new ArrayList<>(List.of(after));
        add(sql, arguments, "id <= ?", upTo);
        add(sql, arguments, "user_id = ?", of.user());
        add(sql, arguments, "user_dn = ?", of.userDn());
        if (of.userDn() != null) {
            add(sql, arguments, "credential_id = ?", of.credentialId());
        }
        add(sql, arguments, "state = ?", state);
        if (isOpen) {
            sql.append(" and finish_time is null");
        }
        sql.append(" order by id limit ?");
        arguments.add(limit);
        List<JobView> rows = jdbc.query(sql.toString(), (row, number) -> JobView.read(row), arguments.toArray());
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
        byPage(
                0L,
                TransferView::id,
                after -> {
                    List<TransferView> working = page("transfer", filter, after, Long.MAX_VALUE, PAGE);
                    boolean isWhole = after == 0 && working.size() == job.total();
                    return isWhole ? working : withArchived(working, filter, after, PAGE);
                },
                pages,
                each);
    }

    /// @param first what every key comes after
    /// @param page reads the rows after a key
    private static <K, R> void byPage(
            K first, Function<R, K> key, Function<K, List<R>> page, Pages pages, Consumer<R> each) {
        K after = first;
        boolean isFirst = true;
        while (true) {
            List<R> rows = page.apply(after);
            boolean isLast = rows.size() < PAGE;
            if (!isFirst || !isLast) {
                pages.page();
            }
            rows.forEach(each);
            if (isLast) {
                return;
            }
            after = key.apply(rows.getLast());
            isFirst = false;
        }
    }

    private static Object[] with(List<Object> arguments, Object last) {
        List<Object> all = new ArrayList<>(arguments);
        all.add(last);
        return all.toArray();
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

    private static void add(StringBuilder sql, List<Object> arguments, Of of) {
        add(sql, arguments, "pipe_id in (select id from pipe where user_id = ?)", of.user());
        if (of.userDn() != null) {
            sql.append(" and job_id in (select id from job where user_dn = ?");
            arguments.add(of.userDn());
            add(sql, arguments, "credential_id = ?", of.credentialId());
            sql.append(')');
        }
    }

    /// What `GET /files` may ask for; null parts ask for everything.
    ///
    /// @param of whose files
    /// @param states files in these states
    /// @param pipes files of these pipes; empty: none
    /// @param destination files with this destination
    /// @param finishedSince only files that were over at or after this moment; null: only files that are not over
    /// @param limit at most this many
    public record FileFilter(
            Of of,
            @Nullable List<TransferState> states,
            @Nullable List<String> pipes,
            @Nullable String destination,
            @Nullable Instant finishedSince,
            int limit) {}

    /// A file and its job.
    public record FileOfJob(TransferView file, JobView job) {}

    /// Reads files of any job, each with its job: two queries per page, whatever its size.
    @Transactional(readOnly = true)
    public List<FileOfJob> files(FileFilter filter) {
        StringBuilder sql = new StringBuilder("select " + TransferView.COLUMNS + " from transfer where ");
        List<Object> arguments = new ArrayList<>();
        if (filter.finishedSince() == null) {
            sql.append("finish_time is null");
        } else {
            sql.append("finish_time >= ?");
            arguments.add(Rows.timestamp(filter.finishedSince()));
        }
        addIn(
                sql,
                arguments,
                "state",
                filter.states() == null
                        ? null
                        : filter.states().stream().map(TransferState::name).toList());
        addIn(sql, arguments, "pipe_id", filter.pipes());
        add(sql, arguments, "destination = ?", filter.destination());
        add(sql, arguments, filter.of());
        sql.append(" limit ?");
        arguments.add(filter.limit());
        List<TransferView> found =
                jdbc.query(sql.toString(), (row, number) -> TransferView.read(row), arguments.toArray());
        Map<String, JobView> jobs =
                find(found.stream().map(TransferView::jobId).distinct().toList());
        return found.stream()
                .flatMap(file ->
                        Optional.ofNullable(jobs.get(file.jobId())).stream().map(job -> new FileOfJob(file, job)))
                .toList();
    }

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
        private static TransferPage full(List<TransferView> rows, int limit) {
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
        if (filter.job() == null && filter.pipe() == null) {
            return among(filter, after, limit, NUMBERS_LOOKED_AT);
        }
        List<TransferView> working = page("transfer", filter, after, Long.MAX_VALUE, limit);
        return TransferPage.full(filter.job() == null ? working : withArchived(working, filter, after, limit), limit);
    }

    /// @param numbers how many are looked at, from the first that there is on
    TransferPage among(TransferFilter filter, long after, int limit, long numbers) {
        Long first = numberAfter(after);
        if (first == null) {
            return new TransferPage(List.of(), null);
        }
        long last = first + numbers - 1;
        TransferPage page = TransferPage.full(page("transfer", filter, first - 1, last, limit), limit);
        if (page.next() != null) {
            return page;
        }
        return new TransferPage(page.rows(), numberAfter(last) == null ? null : (Long) last);
    }

    /// The number of the next transfer that there is; null if there is none.
    private @Nullable Long numberAfter(long number) {
        List<Long> found =
                jdbc.queryForList("select id from transfer where id > ? order by id limit 1", Long.class, number);
        return found.isEmpty() ? null : found.getFirst();
    }

    private List<TransferView> withArchived(List<TransferView> working, TransferFilter filter, long after, int limit) {
        List<TransferView> archived = page("archived_transfer", filter, after, Long.MAX_VALUE, limit);
        if (archived.isEmpty()) {
            return working;
        }
        SortedMap<Long, TransferView> both = new TreeMap<>();
        working.forEach(transfer -> both.put(transfer.id(), transfer));
        archived.forEach(transfer -> both.putIfAbsent(transfer.id(), transfer));
        return both.values().stream().limit(limit).toList();
    }

    private List<TransferView> page(String table, TransferFilter filter, long after, long upTo, int limit) {
        List<Object> arguments = new ArrayList<>();
        StringBuilder sql = new StringBuilder("select " + TransferView.COLUMNS + " from " + table + " where id > ?");
        arguments.add(after);
        add(sql, arguments, "id <= ?", upTo == Long.MAX_VALUE ? null : (Long) upTo);
        add(sql, arguments, "pipe_id = ?", filter.pipe());
        add(sql, arguments, "job_id = ?", filter.job());
        add(sql, arguments, "state = ?", filter.state());
        Of of = filter.of();
        if (filter.job() == null) {
            add(sql, arguments, of);
        } else {
            addOwner(sql, arguments, "user_id", of.user());
            addOwner(sql, arguments, "user_dn", of.userDn());
            addOwner(sql, arguments, "credential_id", of.userDn() == null ? null : of.credentialId());
        }
        sql.append(filter.job() == null ? " order by id limit ?" : " order by job_id, id limit ?");
        arguments.add(limit);
        return jdbc.query(sql.toString(), (row, number) -> TransferView.read(row), arguments.toArray());
    }

    /// While a job moves to the archive its own row is in one place, its transfers in both.
    private static void addOwner(StringBuilder sql, List<Object> arguments, String column, @Nullable String value) {
        if (value != null) {
            sql.append(" and job_id in (select id from job where ")
                    .append(column)
                    .append(" = ? union all select id from archived_job where ")
                    .append(column)
                    .append(" = ?)");
            arguments.add(value);
            arguments.add(value);
        }
    }

    private static void add(StringBuilder sql, List<Object> arguments, String condition, @Nullable Object value) {
        if (value != null) {
            sql.append(" and ").append(condition);
            arguments.add(value);
        }
    }

    private static void addIn(StringBuilder sql, List<Object> arguments, String column, @Nullable List<String> values) {
        if (values != null) {
            sql.append(" and ")
                    .append(column)
                    .append(" in (")
                    .append(InQuery.marks(values.size()))
                    .append(')');
            arguments.addAll(values);
        }
    }
}
