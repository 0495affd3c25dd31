// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Name of a [User], such as `cms`. What FTS calls a VO.
public record UserId(String value) implements Comparable<UserId> {
    public UserId {
        Names.check("user", value);
    }

    public static UserId of(String value) {
        return new UserId(value);
    }

    @Override
    public int compareTo(UserId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
