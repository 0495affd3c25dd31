// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import io.tcn.study.tuning.BestStatic;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.FileBatch;
import io.tcn.study.tuning.Testbed;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// What the best setting that never changes moves of FStream++'s workloads. Looked for once for each testbed; safe to
/// be asked by several threads.
final class StillBatches {
    /// How many workloads there are.
    static final int WORKLOADS = 4;

    private final Map<String, List<Double>> known = new ConcurrentHashMap<>();

    /// How many times what something else moves, for the workload for which that is the most.
    ///
    /// @param otherBps what the other moves of a workload, in bit/s
    double over(Testbed testbed, ToDoubleFunction<List<FileBatch>> otherBps) {
        List<Double> still = known.computeIfAbsent(
                testbed.name(),
                _ -> IntStream.rangeClosed(1, WORKLOADS)
                        .mapToObj(number -> BestStatic.wholeBps(testbed, Datasets.workload(number)))
                        .toList());
        return IntStream.rangeClosed(1, WORKLOADS)
                .mapToDouble(number -> still.get(number - 1) / otherBps.applyAsDouble(Datasets.workload(number)))
                .max()
                .orElse(Double.NaN);
    }
}
