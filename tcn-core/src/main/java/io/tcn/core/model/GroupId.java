// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Number of a group: transfers that are of use only together, such as the files of a dataset (a coflow:
/// Chowdhury and Stoica, HotNets 2012).
///
/// @param value positive; 0 stands for no group
public record GroupId(long value) implements Comparable<GroupId> {
    /// Of transfers that are in no group.
    public static final GroupId NONE = new GroupId(0);

    public GroupId {
        if (value < 0) {
            throw new IllegalArgumentException("the number of a group must be zero or more, given was " + value);
        }
    }

    /// Whether it stands for no group.
    public boolean isNone() {
        return value == 0;
    }

    @Override
    public int compareTo(GroupId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
