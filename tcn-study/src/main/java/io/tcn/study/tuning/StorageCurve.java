// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

/// What one side of a storage gives to a number of threads together.
public sealed interface StorageCurve {
    /// A storage that is never the bottleneck.
    StorageCurve UNLIMITED = new Throttled(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    /// In bit/s, for all threads together.
    ///
    /// @param threads zero or more; a part of one where it works only part of the time
    double totalBps(double threads);

    /// The most that one of so many gets, in bit/s.
    ///
    /// @param threads one or more
    double threadBps(double threads);

    /// Each process is held to a rate, as the papers do to stand for a parallel file system: `T(n) = min(n t,
    /// C)`.
    ///
    /// @param perThreadBps t
    /// @param capBps C
    record Throttled(double perThreadBps, double capBps) implements StorageCurve {
        @Override
        public double totalBps(double threads) {
            return threads == 0 ? 0 : Math.min(threads * perThreadBps, capBps);
        }

        @Override
        public double threadBps(double threads) {
            return Math.min(perThreadBps, capBps);
        }
    }

    /// A parallel file system, of which each further thread gains less: `T(n) = C (1 - e^(-n / s))`.
    ///
    /// Two points fix it, what one thread gets and what there is to get. Falcon gives a third for two testbeds
    /// (section 5.6), and the form hits it: HPCLab with 7.9 and 28 has 20.6 at four threads (20.5 in the
    /// paper), ESnet with 16.5 and 84 has 48.9 (48.5).
    ///
    /// @param capBps C
    /// @param scaleThreads s
    record Saturating(double capBps, double scaleThreads) implements StorageCurve {
        /// The curve through what one thread gets.
        ///
        /// @param oneBps less than the capacity
        public static Saturating through(double oneBps, double capBps) {
            if (!(oneBps > 0 && oneBps < capBps)) {
                throw new IllegalArgumentException("one thread gets more than nothing and less than all, given were "
                        + oneBps + " of " + capBps + " bit/s");
            }
            return new Saturating(capBps, -1 / Math.log(1 - oneBps / capBps));
        }

        @Override
        public double totalBps(double threads) {
            return capBps * (1 - Math.exp(-threads / scaleThreads));
        }

        @Override
        public double threadBps(double threads) {
            return totalBps(1);
        }
    }

    /// A storage that loses by too many threads: beyond some of them each further one costs a part of the
    /// whole, down to a half.
    ///
    /// @param base without that
    /// @param from threads that cost nothing
    /// @param lostPerThread part lost by each further one
    record Contended(StorageCurve base, double from, double lostPerThread) implements StorageCurve {
        private static final double LEAST = 0.5;

        @Override
        public double totalBps(double threads) {
            return base.totalBps(threads) * Math.max(LEAST, 1 - lostPerThread * Math.max(0, threads - from));
        }

        @Override
        public double threadBps(double threads) {
            return base.threadBps(threads);
        }
    }
}
