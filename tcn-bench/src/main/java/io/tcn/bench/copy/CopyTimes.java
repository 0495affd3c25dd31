// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

/// What one copy through TCN took.
///
/// @param wholeNanos from the start of the attempt to its answer `finished`: both ends looked at, copied, verified
/// @param bytesNanos of these, from the permission to write until the last byte was handed to the destination
/// @param checksum the checksum that was verified
/// @param maxHeapBytes limit of the heap of the JVM that copied
/// @param peakHeapBytes the most that its heap has held so far
/// @param peakMemoryBytes the most memory that its process has had so far, heap and all, 0 where that is not told
record CopyTimes(
        long wholeNanos,
        long bytesNanos,
        String checksum,
        long maxHeapBytes,
        long peakHeapBytes,
        long peakMemoryBytes) {
    private static final String DONE = "done";

    /// As a line between processes.
    String toLine() {
        return String.join(
                " ",
                DONE,
                Long.toString(wholeNanos),
                Long.toString(bytesNanos),
                checksum,
                Long.toString(maxHeapBytes),
                Long.toString(peakHeapBytes),
                Long.toString(peakMemoryBytes));
    }

    static boolean isOne(String line) {
        return line.startsWith(DONE + " ");
    }

    /// Reads a line.
    static CopyTimes parse(String line) {
        String[] parts = line.split(" ");
        if (parts.length != 7 || !parts[0].equals(DONE)) {
            throw new IllegalArgumentException("no times of a copy: \"" + line + "\"");
        }
        return new CopyTimes(
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                parts[3],
                Long.parseLong(parts[4]),
                Long.parseLong(parts[5]),
                Long.parseLong(parts[6]));
    }
}
