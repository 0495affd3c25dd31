// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import java.util.random.RandomGenerator;

/// Makes [OptimumOptimizer]s; asked for as `optimum`.
final class OptimumFactory implements OptimizerFactory {
    static final String NAME = "optimum";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return new OptimumOptimizer();
    }
}
