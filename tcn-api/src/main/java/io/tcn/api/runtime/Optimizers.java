// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.KnownPast;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utility;

/// The optimizers that the server offers. On real storages all begin gently, with each pipe's least connections, or
/// with what is known of it; `harp` begins as its heuristic says.
public final class Optimizers {
    private Optimizers() {}

    /// @param utility what the optimizer climbs
    /// @param past what it is told of the time before it
    /// @throws IllegalArgumentException if there is none of this name; the message names those that are
    public static OptimizerFactory byName(String name, Utility utility, KnownPast past) {
        OptimizerCatalog catalog = new OptimizerCatalog(utility, StartValue.MIN, FtsOptimizerSettings.DEFAULT, past);
        return catalog.find(name)
                .map(OptimizerCatalog.Entry::factory)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no optimizer " + name + " (tcn.control.optimizer): use one of " + catalog.names()));
    }
}
