// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The number of a [TransferLimit].
///
/// @param value positive
public record LimitId(long value) implements Comparable<LimitId> {
    public LimitId {
        if (value <= 0) {
            throw new IllegalArgumentException("the number of a limit must be positive, given was " + value);
        }
    }

    @Override
    public int compareTo(LimitId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
