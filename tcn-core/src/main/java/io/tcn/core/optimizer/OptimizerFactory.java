// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import java.util.random.RandomGenerator;

/// Makes optimizers of one kind.
public interface OptimizerFactory {
    /// The name by which operators and scenarios ask for it, such as `tcn-zero`.
    String name();

    /// A new optimizer without memory.
    ///
    /// @param random where all its random numbers come from
    Optimizer create(RandomGenerator random);
}
