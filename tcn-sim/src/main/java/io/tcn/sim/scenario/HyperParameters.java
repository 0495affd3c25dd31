// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.ascent.AscentSettings;
import io.tcn.core.optimizer.fts.FtsModelSettings;
import io.tcn.core.optimizer.tcn.ZeroOrderSettings;

/// Hyper-parameters of the optimizers that a scenario may set.
///
/// @param ascent of `tcn`, `tcn-first` and `tcn-learned`
/// @param zeroOrder of the paper's algorithms, `tcn-zero` and `tcn-first-plain`
/// @param ftsModel of `fts-model`
public record HyperParameters(AscentSettings ascent, ZeroOrderSettings zeroOrder, FtsModelSettings ftsModel) {
    /// The usual ones. The algorithms of the paper start anywhere between m and M (line 2 of Protocol 2), TCN's own
    /// with the fewest connections.
    public static final HyperParameters USUAL = new HyperParameters(
            AscentSettings.DEFAULT,
            ZeroOrderSettings.DEFAULT.withStart(StartValue.UNIFORM),
            FtsModelSettings.DEFAULT.withStart(StartValue.UNIFORM));
}
