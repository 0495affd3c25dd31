// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
        assertThat(meanBps(network(), utility)).isGreaterThan(0.9 * 20e9);
    }

    /// What a bound costs is given back and taken again by the same measure: else its price would grow
    /// without end.
    @ParameterizedTest
    @ValueSource(strings = {"sum", "proportional", "alpha-fair:2", "max-min"})
    void norFromFillingItsBound(String utility) {
        ModelNetwork network = network();
        network.bound("u", "x", 5e9);
        assertThat(meanBps(network, utility)).isEqualTo(5e9, within(0.06 * 5e9));
    }

    private static ModelNetwork network() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 20e9).ceiling(0.5e9);
        network.link("dead", 1).hidden();
        network.pipe("a", "u", "x");
        network.pipe("b", "v", "dead");
        return network;
    }

    private static double meanBps(ModelNetwork network, String utility) {
        Optimizer optimizer = new OptimizerCatalog(
                        Utilities.byName(utility), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find("tcn")
                .orElseThrow()
                .factory()
                .create(new Random(7));
        return ModelNetwork.meanBps(ModelNetwork.last(20, network.run(optimizer, 80)), "a");
    }
}
