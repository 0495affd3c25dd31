// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What was added to a map that leaves things open, by the rules of [ZooTopology].
///
/// @param links links of the topology
/// @param capacities edges of the file without a capacity
/// @param capacityGbps what they got, in Gbit/s
/// @param isMedian whether that is the median of the file; else it is the assumption for files without any
/// @param coordinates nodes that got the mean of their neighbours' coordinates
/// @param unplaced nodes that nothing places; delays to them are the least
/// @param names nodes whose name was empty, there twice, or held what a name must not
/// @param united edges that ran beside another one and were united with it
/// @param loops edges from a node to itself, left out
/// @param external nodes of other networks, kept as sites
public record Completion(
        int links,
        int capacities,
        double capacityGbps,
        boolean isMedian,
        int coordinates,
        int unplaced,
        int names,
        int united,
        int loops,
        int external) {
    /// One line for each thing that was done.
    public List<String> inWords() {
        List<String> lines = new ArrayList<>();
        if (capacities > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%d links without a capacity got %s Gbit/s, %s",
                    capacities,
                    Double.toString(capacityGbps).replaceAll("\\.0$", ""),
                    isMedian ? "the median of the file" : "for the file gives none at all"));
        }
        lines.add(links + " delays were worked out from coordinates");
        add(lines, coordinates, " nodes without coordinates got the mean of their neighbours");
        add(lines, unplaced, " nodes have no place; delays to them are " + ZooTopology.LEAST_DELAY_MS + " ms");
        add(lines, names, " names were mended");
        add(lines, united, " parallel links were united with the one beside them");
        add(lines, loops, " links from a node to itself were left out");
        add(lines, external, " nodes of other networks were kept as sites");
        return lines;
    }

    private static void add(List<String> lines, int count, String what) {
        if (count > 0) {
            lines.add(count + what);
        }
    }
}
