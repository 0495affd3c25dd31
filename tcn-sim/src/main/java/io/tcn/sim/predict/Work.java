// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import org.jspecify.annotations.Nullable;

/// Files of about one size that stand one after the other in a queue, or run at once.
///
/// @param files how many, at least 1
/// @param bytesEach bytes that each has still to move, zero or more
/// @param job the job of theirs of which somebody wants to know the end; null: of no such job
public record Work(long files, double bytesEach, @Nullable String job) {
    public Work {
        if (files < 1) {
            throw new IllegalArgumentException("work has a file at least, given were " + files);
        }
        if (!(bytesEach >= 0) || Double.isInfinite(bytesEach)) {
            throw new IllegalArgumentException("a file has zero or more bytes, given were " + bytesEach);
        }
    }

    /// Bytes of all of them.
    public double bytes() {
        return files * bytesEach;
    }
}
