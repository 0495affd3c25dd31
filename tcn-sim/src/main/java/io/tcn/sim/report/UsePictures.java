// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.report.Comparison.OptimizerRuns;
import java.util.List;

/// What the first run of an optimizer made of the network, as SVG files.
///
/// @param map the topology, links coloured by their use
/// @param bottlenecks which resource limited which pipe
record UsePictures(String map, String bottlenecks) {
    /// Those of all optimizers, in their order.
    static List<UsePictures> of(Comparison comparison) {
        return comparison.optimizers().stream()
                .map(optimizer -> of(comparison, optimizer))
                .toList();
    }

    private static UsePictures of(Comparison comparison, OptimizerRuns optimizer) {
        NetworkUse use = new NetworkUse(comparison, optimizer.runs().getFirst());
        return new UsePictures(
                use.map("Use of the links, " + optimizer.name()),
                use.bottlenecks("Bottleneck structure, " + optimizer.name()));
    }
}
