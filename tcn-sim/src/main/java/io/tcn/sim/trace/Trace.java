// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.trace;

import java.util.Comparator;
import java.util.List;

/// Transfers as they were recorded, in the order of their starts, the first at 0.
///
/// @param name the file or shipped trace
/// @param rows at least one; of the same start in the order of the file
public record Trace(String name, List<Row> rows) {
    /// One transfer.
    ///
    /// @param startSeconds when it began, in seconds from the first one
    /// @param source name of the site where it was read
    /// @param destination name of the site where it was written
    /// @param bytes its size in bytes
    /// @param place where the file says so, such as `line 17`
    public record Row(double startSeconds, String source, String destination, long bytes, String place) {}

    public Trace {
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("trace " + name + " has no transfer");
        }
        List<Row> ordered = rows.stream()
                .sorted(Comparator.comparingDouble(Row::startSeconds))
                .toList();
        double first = ordered.getFirst().startSeconds();
        rows = first == 0
                ? ordered
                : ordered.stream()
                        .map(row -> new Row(
                                row.startSeconds() - first, row.source(), row.destination(), row.bytes(), row.place()))
                        .toList();
    }
}
