// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.run.TransferRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The distribution of completion times.
final class Distribution {
    private Distribution() {}

    /// Points of the distribution over several runs: seconds, rising from 0, and the part of all transfers that has
    /// finished by then, in per cent. Only the first point where nothing finished.
    static Map.Entry<List<Double>, List<Double>> of(List<SimulationResult> runs) {
        List<TransferRecord> transfers =
                runs.stream().flatMap(run -> run.transfers().stream()).toList();
        double[] sorted = transfers.stream()
                .flatMapToDouble(transfer -> transfer.completionSeconds().stream())
                .sorted()
                .toArray();
        List<Double> seconds = new ArrayList<>(List.of(0.0));
        List<Double> part = new ArrayList<>(List.of(0.0));
        for (int k = 0; k < sorted.length; k++) {
            seconds.add(sorted[k]);
            part.add(100.0 * (k + 1) / transfers.size());
        }
        return Map.entry(seconds, part);
    }
}
