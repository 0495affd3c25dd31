// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// Makes [FtsOptimizer]s; asked for as `fts`.
public final class FtsOptimizerFactory implements OptimizerFactory {
    public static final String NAME = "fts";

    private final FtsOptimizerSettings settings;
    private final Utility utility;

    /// @param utility what is reported as utility; the law itself does not look at it
    public FtsOptimizerFactory(FtsOptimizerSettings settings, Utility utility) {
        this.settings = settings;
        this.utility = utility;
    }

    @Override
    public String name() {
        return NAME;
    }

    /// A new optimizer without memory.
    ///
    /// @param random not used: FTS leaves nothing to chance
    @Override
    public Optimizer create(RandomGenerator random) {
        return new FtsOptimizer(settings, utility);
    }
}
