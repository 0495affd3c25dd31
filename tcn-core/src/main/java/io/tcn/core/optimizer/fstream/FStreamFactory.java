// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.job.TunerPerPipe;
import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// Makes [FStreamPipeTuner]s for all pipes, under the name `fstream`.
public final class FStreamFactory implements OptimizerFactory {
    /// The name.
    public static final String NAME = "fstream";

    /// The settings in words.
    public static final String SETTINGS = "binary search between 1 and M, results kept for "
            + (int) OnlineProfiling.KEPT_SECONDS + " s, 1 % is noticeable";

    private final Utility reported;

    /// @param reported what is reported as utility of all pipes; FStream++ does not look at it
    public FStreamFactory(Utility reported) {
        this.reported = reported;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return new TunerPerPipe(FStreamPipeTuner::new, reported);
    }
}
