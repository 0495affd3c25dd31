// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

/// How throughput hangs on concurrency (FStream++, section 3.2): `t = a x(cc) + b`, with three choices of x.
/// The paper's text calls the second NP-1 and the third NP-2, then NP-1 the default, and its figures show the
/// cube root as the good one, which is therefore the usual one here.
public enum ThroughputModel {
    /// `a cc + b`: overestimates large concurrencies.
    LINEAR,
    /// `a / cc + b`: levels off too soon.
    INVERSE,
    /// `a cbrt(cc) + b`.
    CUBE_ROOT;

    /// x of a concurrency.
    double of(double concurrency) {
        return switch (this) {
            case LINEAR -> concurrency;
            case INVERSE -> 1 / concurrency;
            case CUBE_ROOT -> Math.cbrt(concurrency);
        };
    }

    /// The concurrency of an x.
    double concurrencyOf(double x) {
        return switch (this) {
            case LINEAR -> x;
            case INVERSE -> 1 / x;
            case CUBE_ROOT -> x * x * x;
        };
    }
}
