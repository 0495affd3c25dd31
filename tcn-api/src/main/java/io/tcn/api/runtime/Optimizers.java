// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsModelFactory;
import io.tcn.core.optimizer.fts.FtsModelSettings;
import io.tcn.core.optimizer.tcn.ZeroOrderFactory;
import io.tcn.core.optimizer.tcn.ZeroOrderSettings;
import io.tcn.core.utility.Utility;
import java.util.List;

/// The optimizers that the server offers. On real storages they begin gently, with each pipe's least connections.
final class Optimizers {
    private Optimizers() {}

    /// @throws IllegalArgumentException if there is none of this name; the message names those that are
    static OptimizerFactory byName(String name, Utility utility) {
        List<OptimizerFactory> all = List.of(
                new ZeroOrderFactory(ZeroOrderSettings.DEFAULT.withStart(StartValue.MIN), utility),
                new FtsModelFactory(FtsModelSettings.DEFAULT.withStart(StartValue.MIN), utility));
        return all.stream()
                .filter(factory -> factory.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no optimizer " + name
                        + " (tcn.control.optimizer): use one of "
                        + all.stream().map(OptimizerFactory::name).toList()));
    }
}
