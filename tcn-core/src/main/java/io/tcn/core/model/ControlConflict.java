// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.List;

/// Resource controls that cannot all be kept at once.
///
/// @param members the controls that conflict, in words, such as `guarantee of cms on link:a>b: 40 Gbit/s`; if any of
///     them were taken away, the others could be kept
/// @param keptShare the part of its guarantees that can be kept, 0 to 1: bounds are kept, guarantees give way
public record ControlConflict(List<String> members, double keptShare) {
    public ControlConflict {
        members = List.copyOf(members);
    }

    /// One line for people.
    public String inWords() {
        return "these cannot all be kept, so guarantees are held to " + Math.round(100 * keptShare) + " %: "
                + String.join("; ", members);
    }
}
