// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What was seen and decided in some time.
///
/// @param at when that time ended
/// @param length how long it was
/// @param connections n as decided at its end, of ten minutes the mean; null of what has no connections
/// @param openConnections connections that were open in the mean; null of what has none
/// @param throughputBps what moved, in bit/s
/// @param running transfers that ran at the end, in the mean
/// @param queued transfers that waited at the end, in the mean
/// @param finished transfers that finished
/// @param failed attempts that failed
/// @param price what one bit/s more would be worth
/// @param limitBps the limit that is nearest, in bit/s; null: none
/// @param reason the reason of the decision, null where nothing was decided
/// @param words the same for people
public record HistoryRow(
        Instant at,
        Duration length,
        @Nullable Double connections,
        @Nullable Double openConnections,
        double throughputBps,
        double running,
        double queued,
        long finished,
        long failed,
        double price,
        @Nullable Double limitBps,
        @Nullable String reason,
        @Nullable String words) {}
