// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.optimizer.start.FirstConnections;
import io.tcn.core.utility.Utility;

/// The optimizers that the server offers. On real storages all begin gently, with each pipe's least connections, or
/// with what is known of it.
public final class Optimizers {
    private Optimizers() {}

    /// @param utility what the optimizer climbs
    /// @throws IllegalArgumentException if there is none of this name; the message names those that are
    public static OptimizerFactory byName(String name, Utility utility) {
        return byName(name, utility, FirstConnections.AS_SET);
    }

    /// As the other one.
    ///
    /// @param first what `tcn` is told of the first values of pipes
    public static OptimizerFactory byName(String name, Utility utility, FirstConnections first) {
        OptimizerCatalog catalog = new OptimizerCatalog(utility, StartValue.MIN, FtsOptimizerSettings.DEFAULT, first);
        return catalog.find(name)
                .map(OptimizerCatalog.Entry::factory)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no optimizer " + name + " (tcn.control.optimizer): use one of " + catalog.names()));
    }
}
