// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static io.tcn.core.optimizer.ModelNetwork.last;
import static io.tcn.core.optimizer.ModelNetwork.meanTotalBps;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utilities;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One pipe on a link whose capacity the map tells rightly; what its connections carry was taken for more than it is.
/// To take a half-empty link for the limit would lower n again and again, for the fewer connections carry less.
class MisjudgedConnectionsTest {
    private static final double LINK_BPS = 20e6;
    private static final double CONNECTION_BPS = 1.05e6;

    private static Optimizer tcn(long seed) {
        return new OptimizerCatalog(Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find("tcn")
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(seed));
    }

    private static ModelNetwork network(double noise) {
        ModelNetwork network = new ModelNetwork(1).noise(noise);
        network.link("core", LINK_BPS);
        network.link("access", 1000 * LINK_BPS).ceiling(CONNECTION_BPS).ceilingHidden();
        network.pipe("p", "atlas", "core", "access").limits(1, 48);
        return network;
    }

    /// Its first files began within the interval, and the last of their bytes came in it.
    @ParameterizedTest
    @CsvSource({"0.9, 0.02", "0.7, 0.02", "0.55, 0.1", "0.42, 0.02", "0.42, 0.2", "0.3, 0.1"})
    void aFirstIntervalThatWasCutIsNotBelieved(double part, double noise) {
        ModelNetwork network = network(noise);
        network.lineOf("p").opensFor(part);
        List<Interval> history = network.run(tcn(1), 20);
        assertThat(meanTotalBps(last(12, history))).isGreaterThan(0.93 * LINK_BPS);
    }

    /// Whatever made it so: what a connection carries was seen too high while the whole interval was measured.
    @ParameterizedTest
    @ValueSource(doubles = {1.3, 1.6, 2.2})
    void aFirstValueThatWasTooHighIsRefuted(double times) {
        ModelNetwork network = network(0.05);
        network.meter((interval, pipe, bps) -> interval == 1 ? times * bps : bps);
        List<Interval> history = network.run(tcn(2), 40);
        assertThat(meanTotalBps(last(25, history))).isGreaterThan(0.93 * LINK_BPS);
    }

    /// The round trip has become longer: the link that was full is half empty with the same connections.
    @Test
    void connectionsThatBecomeSlowerAreSeen() {
        ModelNetwork network = network(0.05);
        Optimizer optimizer = tcn(3);
        network.run(optimizer, 30);
        network.ceiling("access", 0.6 * CONNECTION_BPS);
        List<Interval> history = network.run(optimizer, 40);
        assertThat(meanTotalBps(last(25, history))).isGreaterThan(0.93 * LINK_BPS);
    }
}
