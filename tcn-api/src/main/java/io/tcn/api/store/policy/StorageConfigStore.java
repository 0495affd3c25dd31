// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// The configuration of storage elements in the database. Changes run inside [PolicyTransactions#change].
@Repository
public class StorageConfigStore {
    private static final String COLUMNS = "storage_element, inbound_max_active, outbound_max_active,"
            + " inbound_max_throughput, outbound_max_throughput, udt, ipv6, se_metadata, site, debug_level,"
            + " skip_eviction, tpc_support, overwrite_disk_enabled";

    private final JdbcTemplate jdbc;

    StorageConfigStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public List<StorageConfig> configs() {
        return jdbc.query(
                "select " + COLUMNS + " from storage_config",
                (row, number) -> new StorageConfig(
                        row.getString("storage_element"),
                        Columns.integer(row, "inbound_max_active"),
                        Columns.integer(row, "outbound_max_active"),
                        Columns.real(row, "inbound_max_throughput"),
                        Columns.real(row, "outbound_max_throughput"),
                        Columns.flag(row, "udt"),
                        Columns.flag(row, "ipv6"),
                        row.getString("se_metadata"),
                        row.getString("site"),
                        Columns.integer(row, "debug_level"),
                        Columns.flag(row, "skip_eviction"),
                        row.getString("tpc_support"),
                        Columns.flag(row, "overwrite_disk_enabled")));
    }

    /// Adds a configuration or replaces the one of that storage element.
    public void save(StorageConfig config) {
        jdbc.update("delete from storage_config where storage_element = ?", config.storageElement());
        jdbc.update(
                "insert into storage_config (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                config.storageElement(),
                config.inboundMaxActive(),
                config.outboundMaxActive(),
                config.inboundMaxThroughput(),
                config.outboundMaxThroughput(),
                config.udt(),
                config.ipv6(),
                config.seMetadata(),
                config.site(),
                config.debugLevel(),
                config.skipEviction(),
                config.tpcSupport(),
                config.overwriteDiskEnabled());
    }

    public List<OperationLimit> operations() {
        return jdbc.query(
                "select storage_element, user_id, operation, max_concurrent from operation_limit",
                (row, number) -> new OperationLimit(
                        row.getString("storage_element"),
                        row.getString("user_id"),
                        row.getString("operation"),
                        row.getInt("max_concurrent")));
    }

    /// Adds a limit or replaces the one of that storage element, VO and operation.
    public void save(OperationLimit limit) {
        remove(limit);
        jdbc.update(
                "insert into operation_limit (storage_element, user_id, operation, max_concurrent)"
                        + " values (?, ?, ?, ?)",
                limit.storageElement(),
                limit.vo(),
                limit.operation(),
                limit.maxConcurrent());
    }

    /// Removes the limit of that storage element, VO and operation; if there is none, that is no error.
    public void remove(OperationLimit like) {
        jdbc.update(
                "delete from operation_limit where storage_element = ? and user_id = ? and operation = ?",
                like.storageElement(),
                like.vo(),
                like.operation());
    }

    /// Removes all that is configured of a storage element.
    public void remove(String storageElement) {
        jdbc.update("delete from storage_config where storage_element = ?", storageElement);
        jdbc.update("delete from operation_limit where storage_element = ?", storageElement);
    }
}
