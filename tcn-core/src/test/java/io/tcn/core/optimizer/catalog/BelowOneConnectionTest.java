// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.SumUtility;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Pipes that are served in a part of the intervals, and what limits leave to others. A connection carries 1 Gbit/s.
class BelowOneConnectionTest {
    private static Optimizer optimizer(String name) {
        return new OptimizerCatalog(new SumUtility(), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find(name)
                .orElseThrow()
                .factory()
                .create(new Random(7));
    }

    private static ModelNetwork network() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("r", 100e9).ceiling(1e9);
        return network;
    }

    private static String[] pipes(ModelNetwork network, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            network.pipe("p" + i, "u", "r");
            names.add("p" + i);
        }
        return names.toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({"tcn,0", "tcn,1", "tcn-first,0", "tcn-first,1", "tcn-learned,0", "tcn-learned,1"})
    void aThirdOfAConnectionIsAThirdOfTheIntervals(String name, int min) {
        ModelNetwork network = network();
        network.pipe("a", "u", "r").limits(min, 64);
        network.bound("u", "r", 0.3e9);
        List<Interval> last = ModelNetwork.last(100, network.run(optimizer(name), 200));
        assertThat(ModelNetwork.meanBps(last, "a")).isEqualTo(0.3e9, within(0.05 * 0.3e9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned"})
    void tenPipesShareABoundOfThreeConnectionsEvenly(String name) {
        ModelNetwork network = network();
        String[] pipes = pipes(network, 10);
        network.bound("u", "r", 3e9);
        List<Interval> last = ModelNetwork.last(100, network.run(optimizer(name), 300));
        assertThat(ModelNetwork.meanTotalBps(last)).isEqualTo(3e9, within(0.05 * 3e9));
        for (String pipe : pipes) {
            assertThat(ModelNetwork.meanBps(last, pipe)).as(pipe).isEqualTo(0.3e9, within(0.05 * 0.3e9));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned"})
    void tenPipesShareFiveConnectionsInTurn(String name) {
        ModelNetwork network = network();
        String[] pipes = pipes(network, 10);
        network.connectionLimit("total", 5, pipes);
        List<Interval> last = ModelNetwork.last(100, network.run(optimizer(name), 300));
        assertThat(ModelNetwork.meanTotalBps(last)).isEqualTo(5e9, within(0.02 * 5e9));
        for (String pipe : pipes) {
            assertThat(ModelNetwork.meanBps(last, pipe)).as(pipe).isEqualTo(0.5e9, within(0.05 * 0.5e9));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned"})
    void anIdlePipeHoldsNoConnectionsOfALimit(String name) {
        ModelNetwork network = network();
        network.connectionLimit("total", 60, pipes(network, 2));
        Optimizer optimizer = optimizer(name);
        network.run(optimizer, 60);
        network.lineOf("p1").transfers(0);
        List<Interval> last = ModelNetwork.last(20, network.run(optimizer, 60));
        // 60 connections of 1 Gbit/s.
        assertThat(ModelNetwork.meanBps(last, "p0")).isGreaterThan(0.98 * 60e9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned"})
    void aBoundComesBeforeAGuaranteeThatContradictsIt(String name) {
        ModelNetwork network = network();
        pipes(network, 1);
        network.guarantee("u", "r", 20e9).bound("u", "r", 5e9);
        List<Interval> last = ModelNetwork.last(50, network.run(optimizer(name), 250));
        assertThat(ModelNetwork.meanTotalBps(last)).isEqualTo(5e9, within(0.02 * 5e9));
        assertThat(last.getLast().decision().constraints())
                .allSatisfy(report -> assertThat(report.price()).isLessThan(1e6));
    }

    /// Pipes with next to nothing to do keep what they once had, and that counted before those with work.
    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned"})
    void whoHasNextToNothingToDoHoldsNoConnectionsOfALimit(String name) {
        ModelNetwork network = network();
        network.connectionLimit("total", 40, pipes(network, 3));
        network.lineOf("p1").transfers(0);
        network.lineOf("p2").transfers(0);
        Optimizer optimizer = optimizer(name);
        network.run(optimizer, 40);
        network.lineOf("p0").transfers(1);
        network.lineOf("p1").transfers(ModelNetwork.PLENTY);
        network.run(optimizer, 60);
        network.lineOf("p1").transfers(1);
        network.lineOf("p2").transfers(ModelNetwork.PLENTY);
        List<Interval> last = ModelNetwork.last(20, network.run(optimizer, 100));
        assertThat(ModelNetwork.meanBps(last, "p2")).isGreaterThan(0.85 * 38e9);
    }
}
