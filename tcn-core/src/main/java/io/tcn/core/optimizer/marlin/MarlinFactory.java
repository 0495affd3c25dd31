// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.falcon.FalconUtility;
import io.tcn.core.optimizer.job.TunerPerPipe;
import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// Makes [MarlinPipeTuner]s for all pipes, under the name `marlin`.
public final class MarlinFactory implements OptimizerFactory {
    /// The name.
    public static final String NAME = "marlin";

    /// The settings in words.
    public static final String SETTINGS =
            "three searches for threads that read, connections, threads that write; on connections alone where"
                    + " storages copy by themselves; K=" + FalconUtility.CONCURRENCY_BASE + ", B="
                    + FalconUtility.LOSS_PENALTY + " on the summed loss (known of streamed copies only)";

    private final Utility reported;

    /// @param reported what is reported as utility of all pipes; Marlin does not look at it
    public MarlinFactory(Utility reported) {
        this.reported = reported;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return new TunerPerPipe(MarlinPipeTuner::new, reported);
    }
}
