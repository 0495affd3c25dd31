// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.composed;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.ascent.AscentOptimizer;
import io.tcn.core.optimizer.ascent.AscentSettings;
import io.tcn.core.optimizer.ascent.RestartingOptimizer;
import io.tcn.core.optimizer.start.FirstConnections;
import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// Makes TCN's default optimizers; asked for as `tcn`.
public final class ComposedFactory implements OptimizerFactory {
    public static final String NAME = "tcn";

    private final AscentSettings settings;
    private final Utility utility;
    private final FirstConnections first;

    /// @param first what is known of the first values of pipes
    public ComposedFactory(AscentSettings settings, Utility utility, FirstConnections first) {
        this.settings = settings;
        this.utility = utility;
        this.first = first;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return new RestartingOptimizer(
                () -> new AscentOptimizer(settings, new ComposedSource(!utility.isLinear()), utility, first, random));
    }
}
