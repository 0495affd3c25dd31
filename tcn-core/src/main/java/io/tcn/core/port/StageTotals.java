// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

/// What the two stages of a pipe's staged copies have done since the data plane began or forgot the pipe: requests that
/// read fill a buffer, others write from it. No number ever falls.
///
/// @param readBytes what the source gave
/// @param writtenBytes what was handed on to the destination
/// @param readingSeconds how long requests that read were at work, summed over them
/// @param writingSeconds how long requests that write were
/// @param fullSeconds how long requests that could have read waited for room in the buffer, summed over them
/// @param emptySeconds how long requests that write waited for bytes in it
public record StageTotals(
        long readBytes,
        long writtenBytes,
        double readingSeconds,
        double writingSeconds,
        double fullSeconds,
        double emptySeconds) {
    /// Nothing went in stages.
    public static final StageTotals NONE = new StageTotals(0, 0, 0, 0, 0, 0);
}
