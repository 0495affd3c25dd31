// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench;

/// One question about TCN that is answered by measuring. Listed in [Benchmarks].
public interface Benchmark {
    /// The name that it is run by.
    String name();

    /// The question, in one sentence.
    String question();

    /// Measures. Takes what it needs from the settings and ignores the others.
    ///
    /// @return the figures, with a table; an aim that is missed is a figure like the others
    /// @throws BenchException if it cannot run here
    BenchResult run(BenchSettings settings, Progress progress) throws BenchException, InterruptedException;

    /// Hears how far a benchmark is, one line at a time.
    @FunctionalInterface
    interface Progress {
        void at(String line);
    }
}
