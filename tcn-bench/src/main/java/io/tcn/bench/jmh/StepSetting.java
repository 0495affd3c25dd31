// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.SumUtility;
import java.time.Duration;

/// What all benchmarks here have in common.
final class StepSetting {
    /// Observations that are kept to measure with.
    static final int KEPT = 6;

    /// As in the server, but the optimizer of FTS decides in every interval.
    private static final OptimizerCatalog CATALOG = new OptimizerCatalog(
            new SumUtility(), StartValue.MIN, FtsOptimizerSettings.DEFAULT.withInterval(Duration.ZERO));

    private StepSetting() {}

    static OptimizerFactory factory(String name) {
        return CATALOG.find(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no optimizer " + name))
                .factory();
    }

    /// Which of the kept ones comes as number `call`: forward and backward, so that no two neighbours differ more than
    /// in life.
    static int turn(int call, int kept) {
        int place = call % (2 * kept - 2);
        return place < kept ? place : 2 * kept - 2 - place;
    }
}
