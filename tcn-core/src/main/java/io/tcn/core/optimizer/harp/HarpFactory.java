// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.port.SettingHistory;
import io.tcn.core.utility.Utility;
import java.util.random.RandomGenerator;

/// Makes HARP for all pipes, under the name `harp`.
public final class HarpFactory implements OptimizerFactory {
    /// The name.
    public static final String NAME = "harp";

    /// The settings in words.
    public static final String SETTINGS =
            "a control interval is a look, connections are relaxed to " + HarpPipeTuner.KEPT + " of the most";

    private final SettingHistory history;
    private final Utility reported;

    /// @param history what was recorded before; what an optimizer sees itself it remembers anyway
    /// @param reported what is reported as utility of all pipes; HARP does not look at it
    public HarpFactory(SettingHistory history, Utility reported) {
        this.history = history;
        this.reported = reported;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return new HarpPipes(history, reported);
    }
}
