// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/// One weighted max-min allocation: the simulator makes one per event, the first-order optimizer one per interval.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MaxMin {
    @Benchmark
    public double[] allocate(MaxMinInputs inputs) {
        inputs.solver.allocate(inputs.next(), inputs.ratesBps);
        return inputs.ratesBps;
    }
}
