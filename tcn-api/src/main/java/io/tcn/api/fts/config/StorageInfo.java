// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.api.store.policy.StorageConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The object `se_info` of a storage element.
final class StorageInfo {
    private static final Set<String> TPC = Set.of("FULL", "PULL", "PUSH", "NONE");
    private static final Set<String> KEYS = Set.of(
            "inbound_max_active",
            "outbound_max_active",
            "inbound_max_throughput",
            "outbound_max_throughput",
            "udt",
            "ipv6",
            "se_metadata",
            "site",
            "debug_level",
            "skip_eviction",
            "tpc_support",
            "overwrite_disk_enabled");

    private StorageInfo() {}

    static Map<String, Object> view(StorageConfig config) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("inbound_max_active", config.inboundMaxActive());
        json.put("outbound_max_active", config.outboundMaxActive());
        json.put("inbound_max_throughput", config.inboundMaxThroughput());
        json.put("outbound_max_throughput", config.outboundMaxThroughput());
        json.put("udt", config.udt());
        json.put("ipv6", config.ipv6());
        json.put("se_metadata", config.seMetadata());
        json.put("site", config.site());
        json.put("debug_level", config.debugLevel());
        json.put("skip_eviction", config.skipEviction());
        json.put("tpc_support", config.tpcSupport());
        json.put("overwrite_disk_enabled", config.overwriteDiskEnabled());
        @SuppressWarnings("NullAway") // null is written out
        Map<String, Object> shown = json;
        return shown;
    }

    /// What is given replaces what was, a null takes it back, and what is not given stays.
    static StorageConfig read(Fields fields, String storageElement, @Nullable StorageConfig present) {
        fields.only(KEYS);
        StorageConfig before = present == null ? empty(storageElement) : present;
        String tpc = text(fields, "tpc_support", 8, before.tpcSupport());
        if (tpc != null && !TPC.contains(tpc)) {
            throw FtsException.badRequest("\"tpc_support\" must be FULL, PULL, PUSH or NONE");
        }
        return new StorageConfig(
                storageElement,
                integer(fields, "inbound_max_active", 1, before.inboundMaxActive()),
                integer(fields, "outbound_max_active", 1, before.outboundMaxActive()),
                number(fields, "inbound_max_throughput", before.inboundMaxThroughput()),
                number(fields, "outbound_max_throughput", before.outboundMaxThroughput()),
                flag(fields, "udt", before.udt()),
                flag(fields, "ipv6", before.ipv6()),
                text(fields, "se_metadata", Fields.LONG_NAME, before.seMetadata()),
                text(fields, "site", Fields.NAME, before.site()),
                integer(fields, "debug_level", 0, before.debugLevel()),
                flag(fields, "skip_eviction", before.skipEviction()),
                tpc,
                flag(fields, "overwrite_disk_enabled", before.overwriteDiskEnabled()));
    }

    private static StorageConfig empty(String storageElement) {
        return new StorageConfig(
                storageElement, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    private static @Nullable Integer integer(Fields fields, String key, int least, @Nullable Integer before) {
        return fields.has(key) ? fields.integer(key, least).orElse(null) : before;
    }

    private static @Nullable Double number(Fields fields, String key, @Nullable Double before) {
        return fields.has(key) ? fields.throughput(key).orElse(null) : before;
    }

    private static @Nullable Boolean flag(Fields fields, String key, @Nullable Boolean before) {
        return fields.has(key) ? fields.flag(key).orElse(null) : before;
    }

    private static @Nullable String text(Fields fields, String key, int longest, @Nullable String before) {
        return fields.has(key) ? fields.text(key, longest).orElse(null) : before;
    }
}
