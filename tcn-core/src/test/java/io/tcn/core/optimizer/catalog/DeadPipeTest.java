// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utilities;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A storage that moves nothing, whatever it would be worth, keeps nobody else from growing.
class DeadPipeTest {
    @ParameterizedTest
    @ValueSource(strings = {"sum", "proportional", "alpha-fair:2", "max-min"})
    void aDeadPipeKeepsNobodyFromGrowing(String utility) {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 20e9).ceiling(0.5e9);
        network.link("dead", 1).hidden();
        network.pipe("a", "u", "x");
        network.pipe("b", "v", "dead");
        Optimizer optimizer = new OptimizerCatalog(
                        Utilities.byName(utility), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find("tcn")
                .orElseThrow()
                .factory()
                .create(new Random(7));
        assertThat(ModelNetwork.meanBps(ModelNetwork.last(20, network.run(optimizer, 80)), "a"))
                .isGreaterThan(0.9 * 20e9);
    }
}
