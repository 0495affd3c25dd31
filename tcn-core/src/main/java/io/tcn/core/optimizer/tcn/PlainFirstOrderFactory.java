// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.tcn;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// Makes [PlainFirstOrderOptimizer]s; asked for as `tcn-first-plain`.
public final class PlainFirstOrderFactory implements OptimizerFactory {
    public static final String NAME = "tcn-first-plain";

    private final ZeroOrderSettings settings;
    private final Utility utility;

    /// @param settings those of Protocol 2; sigma is not used, for nothing is probed
    public PlainFirstOrderFactory(ZeroOrderSettings settings, Utility utility) {
        this.settings = settings;
        this.utility = utility;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return new PlainFirstOrderOptimizer(settings, utility, random);
    }
}
