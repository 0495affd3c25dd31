// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.first;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.ascent.AscentOptimizer;
import io.tcn.core.optimizer.ascent.AscentSettings;
import io.tcn.core.optimizer.ascent.RestartingOptimizer;
import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// Makes optimizers that follow the exact gradient of the known network; asked for as `tcn-first`.
public final class FirstOrderFactory implements OptimizerFactory {
    public static final String NAME = "tcn-first";

    private final AscentSettings settings;
    private final Utility utility;

    public FirstOrderFactory(AscentSettings settings, Utility utility) {
        this.settings = settings;
        this.utility = utility;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return new RestartingOptimizer(() -> new AscentOptimizer(settings, new FirstOrderSource(), utility, random));
    }
}
