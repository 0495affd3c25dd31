// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utility;

/// The optimizers that the server offers. On real storages all begin gently, with each pipe's least connections.
public final class Optimizers {
    private Optimizers() {}

    /// @param utility what the optimizer climbs
    /// @throws IllegalArgumentException if there is none of this name; the message names those that are
    public static OptimizerFactory byName(String name, Utility utility) {
        OptimizerCatalog catalog = new OptimizerCatalog(utility, StartValue.MIN, FtsOptimizerSettings.DEFAULT);
        return catalog.find(name)
                .map(OptimizerCatalog.Entry::factory)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no optimizer " + name + " (tcn.control.optimizer): use one of " + catalog.names()));
    }
}
