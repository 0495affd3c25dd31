// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import org.jspecify.annotations.Nullable;

/// What holds for a user's jobs: its own settings, else those of all.
///
/// @param retry how often a retryable failure is tried again where the job does not say it; 0 by default
/// @param maxTimeQueueHours how long a file may be queued where the job does not say it; null for no limit
/// @param globalTimeoutSeconds limit of one attempt; null for the data plane's own
/// @param secPerMb seconds that one attempt may take beside that, per MB; null for the data plane's own
/// @param noStreaming FTS's flag of that name
/// @param showUserDn whether messages carry the submitter's name
public record VoSettings(
        int retry,
        @Nullable Integer maxTimeQueueHours,
        @Nullable Integer globalTimeoutSeconds,
        @Nullable Integer secPerMb,
        boolean noStreaming,
        boolean showUserDn) {}
