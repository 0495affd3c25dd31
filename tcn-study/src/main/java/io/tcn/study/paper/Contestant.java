// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.optimizer.tcn.PlainFirstOrderFactory;
import io.tcn.core.optimizer.tcn.ZeroOrderSettings;
import io.tcn.core.utility.SumUtility;
import java.time.Duration;

/// The optimizers of the study. The utility is the sum of the throughputs.
enum Contestant {
    /// FTS as the paper models it (Protocol 1), what it compares with.
    FTS_MODEL("fts-model", false),
    /// The optimizer of FTS 3.14, at every interval.
    FTS("fts", false),
    /// The paper's zero-order algorithm: Protocol 2 with equation 3.
    ZERO("tcn-zero", true),
    /// The paper's first-order algorithm: Protocol 2, line 9, with exact gradients.
    FIRST_PLAIN(PlainFirstOrderFactory.NAME, true),
    /// TCN's first-order optimizer, with the gradient of the known network.
    FIRST("tcn-first", true),
    /// TCN's learned gradients: no capacity is known.
    LEARNED("tcn-learned", true),
    /// TCN's default.
    DEFAULT("tcn", true),
    /// The best n of every moment.
    OPTIMUM(OptimumFactory.NAME, true);

    private final String id;
    private final boolean heedsControls;

    Contestant(String id, boolean heedsControls) {
        this.id = id;
        this.heedsControls = heedsControls;
    }

    /// The name by which it is asked for elsewhere.
    String id() {
        return id;
    }

    /// Whether controls change what it does.
    boolean heedsControls() {
        return heedsControls;
    }

    /// A factory of its own for every call.
    OptimizerFactory factory() {
        SumUtility utility = new SumUtility();
        return switch (this) {
            case FIRST_PLAIN -> new PlainFirstOrderFactory(ZeroOrderSettings.DEFAULT, utility);
            case OPTIMUM -> new OptimumFactory();
            case FTS_MODEL, FTS, ZERO, FIRST, LEARNED, DEFAULT ->
                new OptimizerCatalog(
                                utility, StartValue.UNIFORM, FtsOptimizerSettings.DEFAULT.withInterval(Duration.ZERO))
                        .find(id)
                        .orElseThrow(() -> new IllegalStateException("there is no optimizer " + id))
                        .factory();
        };
    }
}
