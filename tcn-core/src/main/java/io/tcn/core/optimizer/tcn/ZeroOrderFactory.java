// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.tcn;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// Makes [ZeroOrderOptimizer]s; asked for as `tcn-zero`.
public final class ZeroOrderFactory implements OptimizerFactory {
    public static final String NAME = "tcn-zero";

    private final ZeroOrderSettings settings;
    private final Utility utility;

    public ZeroOrderFactory(ZeroOrderSettings settings, Utility utility) {
        this.settings = settings;
        this.utility = utility;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return new ZeroOrderOptimizer(settings, utility, random);
    }
}
