// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.tcn.core.model.ConstraintReport;
import io.tcn.core.optimizer.ConnectionLimit;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.SumUtility;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A thousand random networks with bounds and limits, in a closed loop.
class RandomNetworksTest {
    private static final int INTERVALS = 80;
    private static final int LAST = 40;

    private static Optimizer optimizer(String name, long seed) {
        return new OptimizerCatalog(new SumUtility(), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find(name)
                .orElseThrow()
                .factory()
                .create(new Random(seed));
    }

    static ModelNetwork draw(long seed) {
        Random random = new Random(seed);
        ModelNetwork network = new ModelNetwork(seed);
        int links = 1 + random.nextInt(5);
        boolean known = random.nextBoolean();
        for (int l = 0; l < links; l++) {
            double capacityBps = 1e9 * (1 + 20 * random.nextDouble());
            ModelNetwork.Link link = network.link("l" + l, capacityBps).ceiling(capacityBps / (5 + random.nextInt(30)));
            if (!known) {
                link.hidden();
            }
        }
        int users = 1 + random.nextInt(3);
        int pipes = 1 + random.nextInt(8);
        List<String> all = new ArrayList<>();
        for (int p = 0; p < pipes; p++) {
            String[] path = random.ints(1 + random.nextInt(3), 0, links)
                    .distinct()
                    .mapToObj(l -> "l" + l)
                    .toArray(String[]::new);
            int min = random.nextInt(3);
            network.pipe("p" + p, "u" + random.nextInt(users), path).limits(min, Math.max(1, min) + random.nextInt(60));
            all.add("p" + p);
        }
        for (int u = 0; u < users; u++) {
            if (random.nextInt(2) == 0) {
                String link = "l" + random.nextInt(links);
                network.bound("u" + u, link, network.linkOf(link).capacityBps() * (0.02 + 0.8 * random.nextDouble()));
            }
        }
        if (random.nextInt(2) == 0) {
            network.connectionLimit("total", 1 + random.nextInt(10 * pipes), all.toArray(String[]::new));
        }
        if (random.nextInt(2) == 0) {
            network.connectionLimit("some", 1 + random.nextInt(20), all.getFirst(), all.getLast());
        }
        return network;
    }

    @ParameterizedTest
    @CsvSource({"tcn,1000", "tcn-first,1000", "tcn-learned,1000"})
    void limitsAreNeverBrokenAndBoundsAreKeptAtTheEnd(String name, int cases) {
        List<Double> excesses = new ArrayList<>();
        for (long seed = 0; seed < cases; seed++) {
            List<Interval> history = draw(seed).run(optimizer(name, seed), INTERVALS);
            for (Interval interval : history) {
                assertWithinLimits(interval, name, seed);
            }
            noteBounds(ModelNetwork.last(LAST, history), name + ", seed " + seed, excesses);
        }
        excesses.sort(Double::compare);
        assertThat(excesses.get(excesses.size() * 99 / 100)).isLessThan(0.01);
        assertThat(excesses.getLast()).isLessThan(0.05);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned", "tcn-zero"})
    void theSameSeedDecidesTheSame(String name) {
        for (long seed = 0; seed < 50; seed++) {
            List<Interval> once = draw(seed).run(optimizer(name, seed), 40);
            List<Interval> again = draw(seed).run(optimizer(name, seed), 40);
            assertThat(again.getLast().decision()).isEqualTo(once.getLast().decision());
        }
    }

    private static void assertWithinLimits(Interval interval, String name, long seed) {
        List<PipeDecision> decided = interval.decision().pipes();
        boolean within = true;
        for (int i = 0; i < decided.size(); i++) {
            int n = decided.get(i).tuning().connections();
            int most = interval.observation().pipes().get(i).pipe().limits().maxConnections();
            within &= n >= 0 && n <= most && Double.isFinite(decided.get(i).realConnections());
        }
        for (ConnectionLimit limit : interval.observation().connectionLimits()) {
            int sum = 0;
            for (int k = 0; k < limit.size(); k++) {
                sum += decided.get(limit.pipe(k)).tuning().connections();
            }
            within &= sum <= limit.maxConnections();
        }
        boolean sane = true;
        for (ConstraintReport report : interval.decision().constraints()) {
            sane &= report.price() >= 0 && Double.isFinite(report.price());
        }
        if (!within || !sane) {
            fail(name + ", seed " + seed + ", interval " + interval.number()
                    + ": n, a limit or a price is out of its range");
        }
    }

    /// By how much each bound is exceeded on average, beyond what rounding may add: over all intervals together, less
    /// than one connection per pipe.
    private static void noteBounds(List<Interval> last, String which, List<Double> excesses) {
        int bounds = last.getFirst().decision().constraints().size();
        for (int c = 0; c < bounds; c++) {
            double used = 0;
            double price = 0;
            double limit = last.getFirst().decision().constraints().get(c).limitBps();
            double most = 0;
            for (Interval interval : last) {
                ConstraintReport report = interval.decision().constraints().get(c);
                used += report.usedBps() / last.size();
                price += report.price() / last.size();
                most = Math.max(most, report.usedBps());
            }
            excesses.add((used - roundingBps(last, c) / last.size()) / limit - 1);
            if (most < 0.5 * limit) {
                assertThat(price).as("%s, bound %d is slack", which, c).isLessThan(1e-9);
            }
        }
    }

    /// The throughput of one connection of each pipe that a bound is about.
    private static double roundingBps(List<Interval> last, int bound) {
        double sum = 0;
        Constraint constraint = last.getFirst().observation().constraints().get(bound);
        for (int k = 0; k < constraint.size(); k++) {
            int pipe = constraint.pipe(k);
            double most = 0;
            for (Interval interval : last) {
                PipeObservation seen = interval.observation().pipes().get(pipe);
                if (seen.activeConnections() > 0) {
                    most = Math.max(most, seen.throughputBps() / seen.activeConnections());
                }
            }
            sum += most;
        }
        return sum;
    }
}
