// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.store.JobReader.Of;
import io.tcn.api.store.JobReader.TransferFilter;
import io.tcn.api.store.JobReader.TransferPage;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/// Pages of transfers, from those that are worked on and from the archive.
final class TransferPages {
    /// Transfers that one page looks at where no index leads to those asked for: some 70 ms.
    private static final long NUMBERS_LOOKED_AT = 200_000;

    private final JdbcTemplate jdbc;

    TransferPages(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// As [JobReader#transfers] says.
    TransferPage page(TransferFilter filter, long after, int limit) {
        if (filter.job() == null && filter.pipe() == null) {
            return among(filter, after, limit, NUMBERS_LOOKED_AT);
        }
        List<TransferView> working = working(filter, after, limit);
        return TransferPage.full(filter.job() == null ? working : withArchived(working, filter, after, limit), limit);
    }

    /// @param numbers how many are looked at, from the first that there is on
    TransferPage among(TransferFilter filter, long after, int limit, long numbers) {
        Long first = numberAfter(after);
        if (first == null) {
            return new TransferPage(List.of(), null);
        }
        long last = first + numbers - 1;
        TransferPage page = TransferPage.full(rows("transfer", filter, first - 1, last, limit), limit);
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

    /// Those that are not in the archive.
    List<TransferView> working(TransferFilter filter, long after, int limit) {
        return rows("transfer", filter, after, Long.MAX_VALUE, limit);
    }

    /// The same with those of the archive.
    List<TransferView> withArchived(List<TransferView> working, TransferFilter filter, long after, int limit) {
        List<TransferView> archived = rows("archived_transfer", filter, after, Long.MAX_VALUE, limit);
        if (archived.isEmpty()) {
            return working;
        }
        SortedMap<Long, TransferView> both = new TreeMap<>();
        working.forEach(transfer -> both.put(transfer.id(), transfer));
        archived.forEach(transfer -> both.putIfAbsent(transfer.id(), transfer));
        return both.values().stream().limit(limit).toList();
    }

    private List<TransferView> rows(String table, TransferFilter filter, long after, long upTo, int limit) {
        Conditions query = new Conditions("select " + TransferView.COLUMNS + " from " + table + " where id > ?", after)
                .and("id <= ?", upTo == Long.MAX_VALUE ? null : (Long) upTo)
                .and("pipe_id = ?", filter.pipe())
                .and("job_id = ?", filter.job())
                .and("state = ?", filter.state());
        Of of = filter.of();
        if (filter.job() == null) {
            query.andOf(of).then(" order by id limit ?", limit);
        } else {
            query.andOwner("user_id", of.user())
                    .andOwner("user_dn", of.userDn())
                    .andOwner("credential_id", of.userDn() == null ? null : of.credentialId())
                    .then(" order by job_id, id limit ?", limit);
        }
        return jdbc.query(query.sql(), (row, number) -> TransferView.read(row), query.arguments());
    }
}
