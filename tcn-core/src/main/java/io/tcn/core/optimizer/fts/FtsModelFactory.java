// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// Makes [FtsModelOptimizer]s; asked for as `fts-model`.
public final class FtsModelFactory implements OptimizerFactory {
    public static final String NAME = "fts-model";

    private final FtsModelSettings settings;
    private final Utility utility;

    /// @param utility what is reported as utility; the law itself does not look at it
    public FtsModelFactory(FtsModelSettings settings, Utility utility) {
        this.settings = settings;
        this.utility = utility;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return new FtsModelOptimizer(settings, utility, random);
    }
}
