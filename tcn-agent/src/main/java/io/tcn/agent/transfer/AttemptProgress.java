// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How far a running attempt has come.
///
/// @param movedBytes bytes of the present copy that have moved, as far as the storages tell
/// @param expectedBytes size of the file, -1 if nobody knows it yet
/// @param copying for how long bytes have been moving; zero before the first
/// @param settling whether all bytes are there and only the storage's last word is missing
/// @param connections how many connections it uses
/// @param sinceMoved how long ago bytes have moved last, as far as it is told; null if none have
public record AttemptProgress(
        long movedBytes,
        long expectedBytes,
        Duration copying,
        boolean settling,
        int connections,
        @Nullable Duration sinceMoved) {
    /// Mean rate since the copy began, in bit/s; 0 within its first tenth of a second.
    public double meanBps() {
        double seconds = copying.toNanos() / 1e9;
        return seconds < 0.1 ? 0 : movedBytes * 8 / seconds;
    }
}
