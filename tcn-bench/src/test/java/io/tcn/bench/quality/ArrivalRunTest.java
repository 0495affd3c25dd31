// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.bench.baseline.ConstantOptimizer;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.scenario.HyperParameters;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalRunTest {
    /// Who decides once a minute gave what comes by itself twenty connections on a resource at first, and files took
    /// 1.2 to 2 times as long in the mean as with 64 connections for everybody, and up to three times at p95.
    @ParameterizedTest
    @CsvSource({"30, 1004", "30, 1005", "60, 1004", "60, 1005", "60, 1006"})
    void filesAreServedSoonerThanByAConstantAlsoWhereIntervalsAreLong(int seconds, long seed) {
        Optimizer tcn = new OptimizerRegistry(Utilities.byName("proportional"), HyperParameters.USUAL)
                .find("tcn")
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(seed));

        ArrivalRun.Figures served = run(tcn, seconds, seed);
        ArrivalRun.Figures constant = run(new ConstantOptimizer(64), seconds, seed);

        assertThat(served.unfinished()).isZero();
        assertThat(served.meanSeconds()).isLessThan(constant.meanSeconds());
        assertThat(served.p95Seconds()).isLessThan(1.25 * constant.p95Seconds());
    }

    private static ArrivalRun.Figures run(Optimizer optimizer, int seconds, long seed) {
        World world = WorldGenerator.generate(ArrivalBenchmark.TRAITS, seed, 0);
        return new ArrivalRun(world, optimizer, Duration.ofSeconds(seconds), Duration.ofHours(2), seed).run();
    }
}
