// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Number of a [Transfer], positive; what FTS calls a file id.
public record TransferId(long value) implements Comparable<TransferId> {
    public TransferId {
        if (value <= 0) {
            throw new IllegalArgumentException("a transfer id is positive, given was " + value);
        }
    }

    public static TransferId of(long value) {
        return new TransferId(value);
    }

    @Override
    public int compareTo(TransferId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
