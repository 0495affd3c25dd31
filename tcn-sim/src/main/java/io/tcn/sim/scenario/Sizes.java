// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.util.random.RandomGenerator;

/// How large transfers are that arrive by a rule.
public sealed interface Sizes {
    /// The size of the next one, in bytes.
    long drawBytes(RandomGenerator random);

    /// Mean size in bytes, before large ones are cut.
    double meanBytes();

    /// All the same.
    record Fixed(long bytes) implements Sizes {
        @Override
        public long drawBytes(RandomGenerator random) {
            return bytes;
        }

        @Override
        public double meanBytes() {
            return bytes;
        }
    }

    /// Evenly from `minBytes` to `maxBytes`, both included.
    record Uniform(long minBytes, long maxBytes) implements Sizes {
        @Override
        public long drawBytes(RandomGenerator random) {
            return random.nextLong(minBytes, maxBytes + 1);
        }

        @Override
        public double meanBytes() {
            return (minBytes + (double) maxBytes) / 2;
        }
    }

    /// Exponential; larger ones are cut to `maxBytes`.
    record Exponential(long mean, long maxBytes) implements Sizes {
        @Override
        public long drawBytes(RandomGenerator random) {
            return Math.min(maxBytes, Math.round(mean * random.nextExponential()));
        }

        @Override
        public double meanBytes() {
            return mean;
        }
    }

    /// Lognormal with a median and the standard deviation of the logarithm; larger ones are cut to `maxBytes`.
    record Lognormal(long medianBytes, double sigma, long maxBytes) implements Sizes {
        @Override
        public long drawBytes(RandomGenerator random) {
            return Math.min(maxBytes, Math.round(medianBytes * Math.exp(sigma * random.nextGaussian())));
        }

        @Override
        public double meanBytes() {
            return medianBytes * Math.exp(sigma * sigma / 2);
        }
    }
}
