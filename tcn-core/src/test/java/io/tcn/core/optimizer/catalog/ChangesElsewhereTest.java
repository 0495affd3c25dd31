// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utilities;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// In a grid the map changes and pipes come and go all the time, mostly at the other end of it. What was learnt here is
/// no less true: the same is decided as if nothing had happened there.
class ChangesElsewhereTest {
    private static final double GBPS = 1e9;
    private static final int INTERVALS = 80;
    private static final List<String> HERE = List.of("a", "b", "c", "d", "e", "f");

    static List<String> optimizers() {
        return new OptimizerCatalog(Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .names();
    }

    private static Optimizer optimizer(String name) {
        return new OptimizerCatalog(Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find(name)
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(3));
    }

    /// Six pipes over a link that is told with twice its rate; two of them have a slow storage that nobody tells of.
    private static ModelNetwork network() {
        ModelNetwork network = new ModelNetwork(1);
        network.meter(ChangesElsewhereTest::seenBps);
        network.link("x", 10 * GBPS).toldAs(2);
        for (int i = 0; i < HERE.size(); i++) {
            String name = HERE.get(i);
            network.link("storage-" + name, (i % 3 == 2 ? 0.8 : 100) * GBPS).hidden();
            network.link("access-" + name, 40 * GBPS)
                    .ceiling((0.2 + 0.1 * i) * GBPS)
                    .ceilingHidden();
            network.pipe(name, "atlas", "x", "access-" + name, "storage-" + name)
                    .limits(1, 50);
        }
        network.link("elsewhere", 5 * GBPS);
        network.link("y", 5 * GBPS).ceiling(0.5 * GBPS).ceilingHidden();
        network.pipe("other", "cms", "y").limits(1, 50);
        return network;
    }

    /// What is measured is off by a few per cent, each time by the same.
    private static double seenBps(long interval, String pipe, double throughputBps) {
        double noise = new SplittableRandom(interval * 1_000 + pipe.hashCode()).nextDouble() - 0.5;
        return throughputBps * (1 + 0.08 * noise);
    }

    /// What is decided for the pipes here, interval by interval.
    private static List<List<Integer>> decided(String name, ObjIntConsumer<ModelNetwork> happens) {
        ModelNetwork network = network();
        Optimizer optimizer = optimizer(name);
        List<List<Integer>> decided = new ArrayList<>();
        for (int t = 0; t < INTERVALS; t++) {
            happens.accept(network, t);
            Interval interval = network.step(optimizer);
            decided.add(HERE.stream().map(interval::published).toList());
        }
        return decided;
    }

    private static void nothing(ModelNetwork network, int interval) {}

    @ParameterizedTest
    @MethodSource("optimizers")
    void aCapacityThatNobodyUsesChangesNothing(String name) {
        assertThat(decided(name, (network, t) -> network.capacity("elsewhere", (5 + t % 7) * GBPS)))
                .isEqualTo(decided(name, ChangesElsewhereTest::nothing));
    }

    /// That of others does not either.
    @Test
    void norDoesTheLinkOfOthers() {
        assertThat(decided("tcn", (network, t) -> {
                    network.linkOf("y").toldAs(1 + 0.3 * (t % 2));
                    network.capacity("y", 5 * GBPS);
                }))
                .isEqualTo(decided("tcn", ChangesElsewhereTest::nothing));
    }

    /// Pipes that are declared, have work for a while, and are taken away again.
    @Test
    void norDoOthersThatComeAndGo() {
        assertThat(decided("tcn", (network, t) -> {
                    String name = "new-" + t;
                    network.link("link-" + name, 5 * GBPS).ceiling(0.5 * GBPS).ceilingHidden();
                    network.pipe(name, "cms", "link-" + name).limits(1, 50);
                    if (t >= 4) {
                        network.lineOf("new-" + (t - 2)).transfers(0);
                        network.lineOf("new-" + (t - 4)).present(false);
                    }
                }))
                .isEqualTo(decided("tcn", ChangesElsewhereTest::nothing));
    }
}
