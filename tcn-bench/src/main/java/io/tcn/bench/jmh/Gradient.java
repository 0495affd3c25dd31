// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// One product of the transposed Jacobian with a vector, after an allocation that is not measured.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Gradient {
    private double[] weights = {};
    private double[] ones = {};
    private double[] product = {};

    @Setup
    public void allocate(MaxMinInputs inputs) {
        weights = inputs.next();
        inputs.solver.allocate(weights, inputs.ratesBps);
        ones = new double[weights.length];
        product = new double[weights.length];
        Arrays.fill(ones, 1);
    }

    @Benchmark
    public double[] product(MaxMinInputs inputs) {
        inputs.gradient.product(weights, inputs.ratesBps, ones, product);
        return product;
    }
}
