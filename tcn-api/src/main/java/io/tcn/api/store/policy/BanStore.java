// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import io.tcn.core.model.UserId;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Bans in the database. Changes run inside [PolicyTransactions#change].
@Repository
public class BanStore {
    private final JdbcTemplate jdbc;

    BanStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public List<SeBan> storages() {
        return jdbc.query(
                "select storage_element, user_id, status, message, added, admin_dn from banned_storage",
                (row, number) -> new SeBan(
                        row.getString("storage_element"),
                        UserId.of(row.getString("user_id")),
                        SeBan.Status.valueOf(row.getString("status")),
                        row.getString("message"),
                        Columns.instant(row, "added"),
                        row.getString("admin_dn")));
    }

    public List<DnBan> names() {
        return jdbc.query(
                "select dn, message, added, admin_dn from banned_dn",
                (row, number) -> new DnBan(
                        row.getString("dn"),
                        row.getString("message"),
                        Columns.instant(row, "added"),
                        row.getString("admin_dn")));
    }

    /// Adds a ban or replaces the one of that storage element and user.
    public void save(SeBan ban) {
        remove(ban.storageElement(), ban.user());
        jdbc.update(
                "insert into banned_storage (storage_element, user_id, status, message, added, admin_dn)"
                        + " values (?, ?, ?, ?, ?, ?)",
                ban.storageElement(),
                ban.user().value(),
                ban.status().name(),
                ban.message(),
                Columns.timestamp(ban.added()),
                ban.admin());
    }

    /// Ends a ban; if there is none, that is no error.
    public void remove(String storageElement, UserId user) {
        jdbc.update(
                "delete from banned_storage where storage_element = ? and user_id = ?", storageElement, user.value());
    }

    /// Adds a ban or replaces the one of that name.
    public void save(DnBan ban) {
        remove(ban.dn());
        jdbc.update(
                "insert into banned_dn (dn, message, added, admin_dn) values (?, ?, ?, ?)",
                ban.dn(),
                ban.message(),
                Columns.timestamp(ban.added()),
                ban.admin());
    }

    /// Ends the ban of a name; if there is none, that is no error.
    public void remove(String dn) {
        jdbc.update("delete from banned_dn where dn = ?", dn);
    }
}
