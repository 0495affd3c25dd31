// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import org.jspecify.annotations.Nullable;

/// FTS's configuration of a storage element; null where nothing is set.
///
/// @param storageElement scheme and host, or `*` for those that have none of their own
/// @param inboundMaxActive most connections that write there
/// @param outboundMaxActive most connections that read there
/// @param inboundMaxThroughput most that is written there, in MiB/s
/// @param outboundMaxThroughput most that is read there, in MiB/s
/// @param udt FTS's flag of that name
/// @param ipv6 FTS's flag of that name
/// @param seMetadata anything
/// @param site name of its site
/// @param debugLevel FTS's level
/// @param skipEviction FTS's flag of that name
/// @param tpcSupport `FULL`, `PULL`, `PUSH` or `NONE`
/// @param overwriteDiskEnabled FTS's flag of that name
public record StorageConfig(
        String storageElement,
        @Nullable Integer inboundMaxActive,
        @Nullable Integer outboundMaxActive,
        @Nullable Double inboundMaxThroughput,
        @Nullable Double outboundMaxThroughput,
        @Nullable Boolean udt,
        @Nullable Boolean ipv6,
        @Nullable String seMetadata,
        @Nullable String site,
        @Nullable Integer debugLevel,
        @Nullable Boolean skipEviction,
        @Nullable String tpcSupport,
        @Nullable Boolean overwriteDiskEnabled) {}
