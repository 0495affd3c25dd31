// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Name of a [Pipe]; the name that an operator gave it, or one derived from its ends and user.
public record PipeId(String value) implements Comparable<PipeId> {
    public PipeId {
        Names.check("pipe", value);
    }

    public static PipeId of(String value) {
        return new PipeId(value);
    }

    @Override
    public int compareTo(PipeId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
