// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.credential;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/// Tokens for storages, sealed, by name; and the known text that tells whether a key is the right one.
@Repository
public class SealedTokenStore {
    private static final int IN_LIMIT = 1000;

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;

    SealedTokenStore(JdbcTemplate jdbc, PlatformTransactionManager manager) {
        this.jdbc = jdbc;
        this.transactions = new TransactionTemplate(manager);
    }

    /// A token.
    ///
    /// @param sealed its encrypted form
    /// @param ends when it expires
    public record Row(String name, String sealed, Instant ends) {}

    /// Which of these names are there already.
    public Set<String> present(Collection<String> names) {
        List<String> all = List.copyOf(names);
        Set<String> found = new HashSet<>();
        for (int from = 0; from < all.size(); from += IN_LIMIT) {
            List<String> some = all.subList(from, Math.min(all.size(), from + IN_LIMIT));
            String marks = String.join(",", java.util.Collections.nCopies(some.size(), "?"));
            found.addAll(jdbc.queryForList(
                    "select name from transfer_token where name in (" + marks + ")", String.class, some.toArray()));
        }
        return found;
    }

    /// Adds tokens in one batch. One that somebody else adds at the same time stays as it is: the same name means the
    /// same token.
    public void add(Collection<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        List<Object[]> values = new ArrayList<>();
        for (Row row : rows) {
            values.add(new Object[] {row.name(), row.sealed(), timestamp(row.ends())});
        }
        if (!insert(values)) {
            for (Object[] value : values) {
                // The other one has stored the same token.
                insert(List.<Object[]>of(value));
            }
        }
    }

    /// In a transaction of its own: PostgreSQL takes nothing more in one in which a key was there already.
    ///
    /// @return false if one was there already; then none was added
    private boolean insert(List<Object[]> values) {
        try {
            transactions.executeWithoutResult(
                    _ -> jdbc.batchUpdate("insert into transfer_token (name, sealed, ends) values (?, ?, ?)", values));
            return true;
        } catch (DuplicateKeyException present) {
            return false;
        }
    }

    /// A token in its sealed form.
    public Optional<String> find(String name) {
        return jdbc.queryForList("select sealed from transfer_token where name = ?", String.class, name).stream()
                .findFirst();
    }

    /// Removes the tokens that ended before a moment.
    ///
    /// @return how many
    @Transactional
    public int removeEndedBefore(Instant moment) {
        return jdbc.update("delete from transfer_token where ends < ?", timestamp(moment));
    }

    /// The known text under the key, empty before the first start.
    public Optional<String> findCheck() {
        return jdbc.queryForList("select sealed from vault_check where id = 1", String.class).stream()
                .findFirst();
    }

    /// Keeps the known text under the key.
    ///
    /// @throws DuplicateKeyException if another server that starts has kept its own meanwhile
    @Transactional
    public void addCheck(String sealed) {
        jdbc.update("insert into vault_check (id, sealed) values (1, ?)", sealed);
    }

    /// Both databases take times with a zone, always UTC here.
    static OffsetDateTime timestamp(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
