// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.core.model.Transfer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What holds for a user's jobs: its own settings, else those of all.
///
/// @param retry how often a retryable failure is tried again where the job does not say it; 0 by default
/// @param maxTimeQueueHours how long a file may be queued where the job does not say it; null for no limit
/// @param globalTimeoutSeconds limit of one attempt; null for the data plane's own
/// @param secPerMb seconds that one attempt may take beside that for each MiB of a size that is known; null for none
/// @param noStreaming FTS's flag of that name
/// @param showUserDn whether messages carry the submitter's name
public record VoSettings(
        int retry,
        @Nullable Integer maxTimeQueueHours,
        @Nullable Integer globalTimeoutSeconds,
        @Nullable Integer secPerMb,
        boolean noStreaming,
        boolean showUserDn) {
    /// What FTS allows where only the seconds per MB are set.
    private static final int USUAL_TIMEOUT_SECONDS = 600;

    private static final double MIB = 1 << 20;
    /// A hundred years, so that every moment stays within what databases know.
    private static final double LONGEST_SECONDS = 36_500.0 * 24 * 3600;

    /// The limit of one attempt where the job does not say it; null for the data plane's own.
    ///
    /// @param sizeBytes size of the file, [Transfer#UNKNOWN_SIZE] if nobody knows it
    public @Nullable Duration timeout(long sizeBytes) {
        boolean isSet = globalTimeoutSeconds != null && globalTimeoutSeconds > 0;
        boolean bySize = secPerMb != null && secPerMb > 0 && sizeBytes != Transfer.UNKNOWN_SIZE;
        if (!isSet && !bySize) {
            return null;
        }
        int least = globalTimeoutSeconds != null && isSet ? globalTimeoutSeconds : USUAL_TIMEOUT_SECONDS;
        double more = secPerMb != null && bySize ? Math.ceil(secPerMb * (sizeBytes / MIB)) : 0;
        return Duration.ofSeconds((long) Math.min(least + more, LONGEST_SECONDS));
    }
}
