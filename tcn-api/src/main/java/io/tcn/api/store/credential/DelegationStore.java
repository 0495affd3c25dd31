// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.credential;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Delegated proxies and the keys of requests, sealed.
@Repository
public class DelegationStore {
    private final JdbcTemplate jdbc;

    DelegationStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// A delegated proxy.
    ///
    /// @param id FTS's delegation id
    /// @param dn whose it is
    /// @param vomsAttributes FQANs, one on a line
    /// @param sealed certificates and key, encrypted
    /// @param ends when the first of its certificates expires
    public record Row(String id, String dn, String vomsAttributes, String sealed, Instant ends) {}

    /// The proxy of a delegation id.
    public Optional<Row> find(String id) {
        return jdbc
                .query(
                        "select dn, voms_attrs, sealed, ends from delegation where id = ?",
                        (row, number) -> new Row(
                                id,
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                row.getObject(4, OffsetDateTime.class).toInstant()),
                        id)
                .stream()
                .findFirst();
    }

    /// Keeps a proxy, in place of an older one, and drops the key of the request that it answers.
    @Transactional
    public void replace(Row row) {
        jdbc.update("delete from delegation_request where id = ? and dn = ?", row.id(), row.dn());
        jdbc.update("delete from delegation where id = ?", row.id());
        jdbc.update(
                "insert into delegation (id, dn, voms_attrs, sealed, ends) values (?, ?, ?, ?, ?)",
                row.id(),
                row.dn(),
                row.vomsAttributes(),
                row.sealed(),
                SealedTokenStore.timestamp(row.ends()));
    }

    /// Removes a proxy.
    ///
    /// @return whether there was one
    @Transactional
    public boolean remove(String id) {
        return jdbc.update("delete from delegation where id = ?", id) > 0;
    }

    /// The key that waits for its certificate, sealed.
    public Optional<String> findRequest(String id, String dn) {
        return jdbc
                .queryForList("select sealed from delegation_request where id = ? and dn = ?", String.class, id, dn)
                .stream()
                .findFirst();
    }

    /// Keeps the key of a request.
    ///
    /// @throws org.springframework.dao.DuplicateKeyException if there is one already
    @Transactional
    public void addRequest(String id, String dn, String sealed, Instant made) {
        jdbc.update(
                "insert into delegation_request (id, dn, sealed, made) values (?, ?, ?, ?)",
                id,
                dn,
                sealed,
                SealedTokenStore.timestamp(made));
    }

    /// Removes proxies that ended before a moment and requests that were made before another one.
    ///
    /// @return how many rows
    @Transactional
    public int removeOld(Instant endedBefore, Instant madeBefore) {
        return jdbc.update("delete from delegation where ends < ?", SealedTokenStore.timestamp(endedBefore))
                + jdbc.update("delete from delegation_request where made < ?", SealedTokenStore.timestamp(madeBefore));
    }
}
