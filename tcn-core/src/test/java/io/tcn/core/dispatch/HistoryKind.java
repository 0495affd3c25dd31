// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

/// What the histories of one kind have more of than others.
enum HistoryKind {
    /// Everything now and then.
    USUAL,

    /// The loop hears late of what was stored and cancelled, and not in the order in which it happened.
    LATE_NEWS,

    /// Starts are forced by what the store said long ago.
    STALE_FORCED_STARTS,

    /// Memory holds a few transfers of each pipe.
    SMALL_WINDOWS,

    /// The limit of all connections is set and lifted again and again.
    TOTAL_LIMIT_OFTEN,

    /// Limits of endpoints and of their pairs are set and lifted again and again.
    OTHER_LIMITS_OFTEN,

    /// All that is under way goes on to its end now and then, and must add up exactly.
    RESTS_OFTEN,

    /// Many transfers wait for others, memory holds a few of each pipe, what callers do overtakes what the store was
    /// asked before and has not answered, and the data plane says unclean where nothing was written.
    DEPENDENCIES;

    boolean hasSmallWindows() {
        return this == SMALL_WINDOWS || this == DEPENDENCIES;
    }

    boolean hasLateNews() {
        return this == LATE_NEWS || this == DEPENDENCIES;
    }

    boolean isUncleanWithoutNeed() {
        return this == DEPENDENCIES;
    }

    boolean changesLimitsOften() {
        return this == TOTAL_LIMIT_OFTEN || this == OTHER_LIMITS_OFTEN;
    }
}
