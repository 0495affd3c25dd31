// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import org.jspecify.annotations.Nullable;

/// FTS's global settings of a VO, as set; null where nothing was set.
///
/// @param vo name of the user, or [#ALL]
/// @param retry how often a retryable failure is tried again, for jobs that do not say it
/// @param maxTimeQueueHours how long a file may be queued
/// @param globalTimeoutSeconds limit of one attempt
/// @param secPerMb seconds that one attempt may take beside that, per MB
/// @param noStreaming FTS's flag of that name
/// @param showUserDn whether messages carry the submitter's name
public record GlobalConfig(
        String vo,
        @Nullable Integer retry,
        @Nullable Integer maxTimeQueueHours,
        @Nullable Integer globalTimeoutSeconds,
        @Nullable Integer secPerMb,
        @Nullable Boolean noStreaming,
        @Nullable Boolean showUserDn) {
    /// The name that means every VO.
    public static final String ALL = "*";

    /// Settings of a VO that nobody has set.
    public static GlobalConfig unset(String vo) {
        return new GlobalConfig(vo, null, null, null, null, null, null);
    }
}
