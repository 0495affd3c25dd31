// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.learned;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.ascent.AscentOptimizer;
import io.tcn.core.optimizer.ascent.AscentSettings;
import io.tcn.core.optimizer.ascent.RestartingOptimizer;
import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// Makes optimizers that learn the gradient; asked for as `tcn-learned`.
public final class LearnedFactory implements OptimizerFactory {
    public static final String NAME = "tcn-learned";

    private final AscentSettings settings;
    private final Utility utility;

    public LearnedFactory(AscentSettings settings, Utility utility) {
        this.settings = settings;
        this.utility = utility;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return new RestartingOptimizer(() -> new AscentOptimizer(settings, new LearnedSource(), utility, random));
    }
}
