// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

/// What one round measured, in bytes per second.
///
/// @param tcn through TCN, the whole attempt
/// @param tcnBytes through TCN, from the permission to write until the last byte was handed to the destination
/// @param curl through two curls
record CopyRound(double tcn, double tcnBytes, double curl) {
    static CopyRound of(long sizeBytes, CopyTimes tcn, long curlNanos) {
        return new CopyRound(
                rate(sizeBytes, tcn.wholeNanos()), rate(sizeBytes, tcn.bytesNanos()), rate(sizeBytes, curlNanos));
    }

    private static double rate(long bytes, long nanos) {
        // At least one nanosecond, so that the divisor is positive.
        return bytes * 1e9 / Math.max(1, nanos);
    }
}
