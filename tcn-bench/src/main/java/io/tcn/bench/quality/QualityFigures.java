// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchException;
import io.tcn.sim.report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Draws what the benchmark found: a file per optimizer, in it the share of the optimum over the intervals, a line per
/// family. The figures of docs/optimizers.md.
final class QualityFigures {
    private QualityFigures() {}

    /// Writes `OPTIMIZER.svg` for each optimizer that ran.
    ///
    /// @throws BenchException if they cannot be written
    static void write(Path folder, List<FamilyResult> results) throws BenchException {
        try {
            Files.createDirectories(folder);
            for (String optimizer : results.getFirst().optimizers()) {
                Figure figure = new Figure(
                                optimizer + ": share of the clairvoyant optimum, median of the seeds",
                                "control interval",
                                "share")
                        .upTo(1);
                for (FamilyResult result : results) {
                    figure.add(result.family().name(), result.medianShares(optimizer));
                }
                Files.writeString(folder.resolve(optimizer + ".svg"), figure.toSvg());
            }
        } catch (IOException unwritable) {
            throw new BenchException(
                    "the figures cannot be written to " + folder + ": " + unwritable.getMessage(), unwritable);
        }
    }
}
