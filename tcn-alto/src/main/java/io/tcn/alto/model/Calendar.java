// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// When the costs of a calendar hold (RFC 8896 §4.1.2).
///
/// @param costTypeNames names of the cost types that have it, as the directory calls them
/// @param start start of the first interval; null if it was not said or cannot be read
/// @param intervalSeconds length of an interval, in seconds
/// @param intervals how many, at least 1
/// @param repeated how often the series repeats
public record Calendar(
        List<String> costTypeNames, @Nullable Instant start, double intervalSeconds, int intervals, int repeated) {
    public Calendar {
        costTypeNames = List.copyOf(costTypeNames);
        if (intervals < 1) {
            throw new IllegalArgumentException(intervals + " intervals, at least 1 is allowed");
        }
    }
}
