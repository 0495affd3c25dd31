// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

/// How many work at each stage of a copy.
///
/// @param read threads that read at the source, at least 1
/// @param network connections that send, at least 1
/// @param write threads that write at the destination, at least 1
public record StageThreads(int read, int network, int write) {
    public StageThreads {
        if (read < 1 || network < 1 || write < 1) {
            throw new IllegalArgumentException(
                    "each stage has one thread or more, given were " + read + ", " + network + " and " + write);
        }
    }
}
