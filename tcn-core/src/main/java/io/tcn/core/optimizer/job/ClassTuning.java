// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

/// What a tuner says for one class of files. The words are those of the papers; as a pipe's tuning it has
/// concurrency x parallelism connections.
///
/// @param concurrency files at a time, 0 for a class that is to wait
/// @param parallelism streams for each of them, at least 1
/// @param pipelining files asked for ahead of the one that moves, 0 for none
public record ClassTuning(int concurrency, int parallelism, int pipelining) {
    /// Nothing of the class moves.
    public static final ClassTuning WAITS = new ClassTuning(0, 1, 0);

    public ClassTuning {
        if (concurrency < 0 || parallelism < 1 || pipelining < 0) {
            throw new IllegalArgumentException("concurrency and pipelining are zero or more, parallelism one or more,"
                    + " given were " + concurrency + ", " + pipelining + " and " + parallelism);
        }
    }

    /// The same with another number of files at a time.
    public ClassTuning withConcurrency(int files) {
        return new ClassTuning(files, parallelism, pipelining);
    }

    /// Connections in all.
    public int connections() {
        return concurrency * parallelism;
    }
}
