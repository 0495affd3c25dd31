// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.command;

import io.tcn.bench.Benchmark;
import io.tcn.bench.alto.AltoBenchmark;
import io.tcn.bench.copy.CopyBenchmark;
import io.tcn.bench.core.DispatchBenchmark;
import io.tcn.bench.jmh.StepBenchmark;
import io.tcn.bench.quality.ArrivalBenchmark;
import io.tcn.bench.quality.QualityBenchmark;
import io.tcn.bench.quality.WarmStartBenchmark;
import io.tcn.bench.sim.ScaleBenchmark;
import io.tcn.bench.sim.SimGridBenchmark;
import io.tcn.bench.submit.SubmitBenchmark;
import io.tcn.bench.tuners.TunersBenchmark;
import java.util.List;
import java.util.Optional;

/// All benchmarks. A new one is a line here and a page in docs/benchmarks.
final class Benchmarks {
    private static final List<Benchmark> ALL = List.of(
            new CopyBenchmark(),
            new DispatchBenchmark(),
            new StepBenchmark(),
            new QualityBenchmark(),
            new ArrivalBenchmark(),
            new TunersBenchmark(),
            new WarmStartBenchmark(),
            new ScaleBenchmark(),
            new SimGridBenchmark(),
            new SubmitBenchmark(),
            new AltoBenchmark());

    private Benchmarks() {}

    static List<Benchmark> all() {
        return ALL;
    }

    static List<String> names() {
        return ALL.stream().map(Benchmark::name).toList();
    }

    static Optional<Benchmark> find(String name) {
        return ALL.stream().filter(benchmark -> benchmark.name().equals(name)).findFirst();
    }
}
