// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.store.policy.GlobalConfig;
import io.tcn.api.store.policy.Link;
import io.tcn.api.store.policy.PairShare;
import io.tcn.api.store.policy.StorageConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was configured, as the audit tells it: FTS's keys with the values that are set.
final class Words {
    private Words() {}

    static String of(Link link) {
        return "link " + link.name() + " from " + link.source() + " to " + link.destination() + ": "
                + set(
                        "min_active", link.minActive(),
                        "max_active", link.maxActive(),
                        "optimizer_mode", link.optimizerMode(),
                        "tcp_buffer_size", link.tcpBufferSize(),
                        "nostreams", link.nostreams(),
                        "no_delegation", link.noDelegation());
    }

    static String of(PairShare share) {
        return share.vo() + " from " + share.source() + " to " + share.destination() + ": " + share.share();
    }

    static String of(StorageConfigs.NewLimit limit) {
        return limit.operation() + " of " + limit.vo() + " at " + limit.storageElement() + ": " + limit.maxConcurrent();
    }

    static String of(GlobalConfig config) {
        return config.vo() + ": "
                + set(
                        "retry", config.retry(),
                        "max_time_queue", config.maxTimeQueueHours(),
                        "global_timeout", config.globalTimeoutSeconds(),
                        "sec_per_mb", config.secPerMb(),
                        "no_streaming", config.noStreaming(),
                        "show_user_dn", config.showUserDn());
    }

    static String of(StorageConfig config) {
        return config.storageElement() + ": "
                + set(
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

    /// @param keysAndValues a key, its value, the next key, and so on; a value of null is left out
    private static String set(@Nullable Object... keysAndValues) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            if (keysAndValues[i + 1] != null) {
                words.add(keysAndValues[i] + "=" + keysAndValues[i + 1]);
            }
        }
        return words.isEmpty() ? "nothing is set" : String.join(", ", words);
    }
}
