// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.List;

/// An offer of costs over time (RFC 8896 §3.1).
///
/// @param costTypeNames names of the cost types that have it
/// @param intervalSeconds length of an interval, in seconds
/// @param intervals how many
public record CalendarAttributes(List<String> costTypeNames, double intervalSeconds, int intervals) {
    public CalendarAttributes {
        costTypeNames = List.copyOf(costTypeNames);
    }
}
