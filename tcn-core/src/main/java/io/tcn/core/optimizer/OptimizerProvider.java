// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// An optimizer from outside of TCN, found by [java.util.ServiceLoader]: one public class with a constructor without
/// parameters, and one line with its name in `META-INF/services/io.tcn.core.optimizer.OptimizerProvider`.
/// docs/extending.md shows one.
public interface OptimizerProvider {
    /// The name by which operators and scenarios ask for it: small letters, digits, dots and hyphens, and none that
    /// TCN has.
    String name();

    /// A new optimizer without memory.
    ///
    /// @param utility what is to be climbed
    /// @param random where all its random numbers come from
    Optimizer create(Utility utility, RandomGenerator random);

    /// Its settings in words, for reports.
    default String settings() {
        return getClass().getName();
    }
}
