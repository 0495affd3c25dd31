// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/// A random generator that gives what the test says; uniform numbers are 0.999 unless said otherwise, so that
/// stochastic rounding rounds down.
public final class ScriptedRandom implements RandomGenerator {
    private final Deque<Double> gaussians = new ArrayDeque<>();
    private double uniform = 0.999;

    public ScriptedRandom gaussians(double... next) {
        for (double gaussian : next) {
            gaussians.add(gaussian);
        }
        return this;
    }

    public void uniform(double next) {
        uniform = next;
    }

    @Override
    public long nextLong() {
        throw new AssertionError("not scripted");
    }

    @Override
    public double nextDouble() {
        return uniform;
    }

    @Override
    public double nextGaussian() {
        return gaussians.remove();
    }
}
