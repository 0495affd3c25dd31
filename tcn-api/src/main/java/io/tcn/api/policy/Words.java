// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.store.policy.ActivityShare;
import io.tcn.api.store.policy.DnBan;
import io.tcn.api.store.policy.GlobalConfig;
import io.tcn.api.store.policy.Grant;
import io.tcn.api.store.policy.Link;
import io.tcn.api.store.policy.OperationLimit;
import io.tcn.api.store.policy.PairShare;
import io.tcn.api.store.policy.SeBan;
import io.tcn.api.store.policy.StorageConfig;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What was configured, as the audit tells it: with the keys that the interface has for it, as an object, and those
/// that are set in words.
final class Words {
    private Words() {}

    static Map<String, Object> keys(Link link) {
        Map<String, Object> keys = set(
                "symbolicname", link.name(),
                "source", link.source(),
                "destination", link.destination());
        keys.putAll(settings(link));
        return keys;
    }

    private static Map<String, Object> settings(Link link) {
        return set(
                "min_active", link.minActive(),
                "max_active", link.maxActive(),
                "optimizer_mode", link.optimizerMode(),
                "tcp_buffer_size", link.tcpBufferSize(),
                "nostreams", link.nostreams(),
                "no_delegation", link.noDelegation());
    }

    static String of(Link link) {
        return "link " + link.name() + " from " + link.source() + " to " + link.destination() + ": "
                + inWords(settings(link));
    }

    static Map<String, Object> keys(PairShare share) {
        return set(
                "source", share.source(),
                "destination", share.destination(),
                "vo", share.vo(),
                "share", share.share());
    }

    static String of(PairShare share) {
        return share.vo() + " from " + share.source() + " to " + share.destination() + ": " + share.share();
    }

    static String of(StorageConfigs.NewLimit limit) {
        return limit.operation() + " of " + limit.vo() + " at " + limit.storageElement() + ": " + limit.maxConcurrent();
    }

    /// The limits of operations at a storage element, as in `{"storage": "https://a", "cms delete": 4}`.
    ///
    /// @return null if there are none
    static @Nullable Map<String, Object> keys(String storageElement, Collection<OperationLimit> limits) {
        if (limits.isEmpty()) {
            return null;
        }
        Map<String, Object> keys = set("storage", storageElement);
        limits.forEach(limit -> keys.put(limit.vo() + " " + limit.operation(), limit.maxConcurrent()));
        return keys;
    }

    static Map<String, Object> keys(GlobalConfig config) {
        Map<String, Object> keys = set("vo_name", config.vo());
        keys.putAll(settings(config));
        return keys;
    }

    private static Map<String, Object> settings(GlobalConfig config) {
        return set(
                "retry", config.retry(),
                "max_time_queue", config.maxTimeQueueHours(),
                "global_timeout", config.globalTimeoutSeconds(),
                "sec_per_mb", config.secPerMb(),
                "no_streaming", config.noStreaming(),
                "show_user_dn", config.showUserDn());
    }

    static String of(GlobalConfig config) {
        return config.vo() + ": " + inWords(settings(config));
    }

    static Map<String, Object> keys(StorageConfig config) {
        Map<String, Object> keys = set("storage", config.storageElement());
        keys.putAll(settings(config));
        return keys;
    }

    private static Map<String, Object> settings(StorageConfig config) {
        return set(
                "inbound_max_active", config.inboundMaxActive(),
                "outbound_max_active", config.outboundMaxActive(),
                "inbound_max_throughput", config.inboundMaxThroughput(),
                "outbound_max_throughput", config.outboundMaxThroughput(),
                "udt", config.udt(),
                "ipv6", config.ipv6(),
                "se_metadata", config.seMetadata(),
                "site", config.site(),
                "debug_level", config.debugLevel(),
                "skip_eviction", config.skipEviction(),
                "tpc_support", config.tpcSupport(),
                "overwrite_disk_enabled", config.overwriteDiskEnabled());
    }

    static String of(StorageConfig config) {
        return config.storageElement() + ": " + inWords(settings(config));
    }

    /// As `/tcn/v1/bans` shows it.
    static Map<String, Object> keys(SeBan ban) {
        return set(
                "storage", ban.storageElement(),
                "user", ban.user().value(),
                "status", ban.status().name(),
                "message", ban.message(),
                "since", ban.added(),
                "by", ban.admin());
    }

    /// As `/tcn/v1/bans` shows it.
    static Map<String, Object> keys(DnBan ban) {
        return set("dn", ban.dn(), "message", ban.message(), "since", ban.added(), "by", ban.admin());
    }

    static Map<String, Object> keys(Grant grant) {
        return set("dn", grant.dn(), "operation", grant.operation().ftsName());
    }

    static Map<String, Object> keys(ActivityShare share) {
        return set(
                "vo", share.user().value(),
                "active", share.active(),
                "activity_share", share.weights());
    }

    /// The same of something that may not be there.
    static <T> @Nullable Map<String, Object> orNull(@Nullable T thing, Function<T, Map<String, Object>> keys) {
        return thing == null ? null : keys.apply(thing);
    }

    /// @param keysAndValues a key, its value, the next key, and so on; a value of null is left out
    static Map<String, Object> set(@Nullable Object... keysAndValues) {
        Map<String, Object> set = new LinkedHashMap<>();
        List<@Nullable Object> all = Arrays.asList(keysAndValues);
        for (int i = 0; i < all.size(); i += 2) {
            Object value = all.get(i + 1);
            if (value != null) {
                set.put(String.valueOf(all.get(i)), value);
            }
        }
        return set;
    }

    private static String inWords(Map<String, Object> set) {
        return set.isEmpty()
                ? "nothing is set"
                : set.entrySet().stream()
                        .map(one -> one.getKey() + "=" + one.getValue())
                        .collect(Collectors.joining(", "));
    }
}
