// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.bench.BenchException;
import io.tcn.bench.QualitySettings;
import io.tcn.bench.quality.RunFigures.Kind;
import io.tcn.core.dispatch.BoundSettings;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Worlds that the attack found, in which `tcn` once stood far below three quarters of the optimum, each with the share
/// that it had from interval 20 on and the one that is held now.
class FoundWorldsTest {
    private static RunFigures run(String world, long seed) throws BenchException, InterruptedException {
        QualitySettings settings = new QualitySettings(
                List.of(seed),
                List.of(),
                world.replace(' ', ','),
                List.of("tcn"),
                60,
                1,
                null,
                null,
                null,
                BoundSettings.DEFAULT,
                null);
        return QualityBenchmark.measure(settings, line -> {})
                .getFirst()
                .seeds()
                .getFirst()
                .figures()
                .values()
                .iterator()
                .next();
    }

    @ParameterizedTest
    @CsvSource({
        // Files that cannot be ended beside 3.3 % per connection: 0.47 and falling to nothing.
        "topology=link pipes=37 ratio=1.670 most=0.03970 knee=29.00 loss=0.03310 wrong=0.4450 markers=2.590 files=true,"
                + "-243237310043595161, 0.80",
        // A map that is 10 to 13 % off, taken for deterioration of all resources: 0.71 with files, 0.64 without.
        "topology=esnet6-2026 ratio=4.390 knee=173.0 wrong=0.1270 files=true, -4038150363505474805, 0.90",
        "topology=esnet6-2026 ratio=4.390 wrong=0.1270, -4038150363505474805, 0.90",
        "topology=esnet6-2026 ratio=4.390 wrong=0.1270, 4230700656812782520, 0.90",
        // Files and a cliff far below the capacity of the links: 0.66.
        "topology=any knee=102.0 loss=0.02190 markers=3.360 files=true, -9132153136203795273, 0.78",
        // Four pipes; the resources of two, held back by storages of which the map is silent, lay on one line: 0.56.
        "topology=any pipes=4 noise=0.04120 hidden=0.5260 files=true setUp=0.3780, 176723, 0.95",
        // The way back to the best opened more, for guarantees that fell short by the loss, and was given up: 0.01.
        "topology=link ratio=14.40 most=0.08200 knee=20.00 loss=0.03340 hidden=0.4120 guarantee=0.4700 rttBias=0.7350"
                + " markers=2.280 files=true, 951259, 0.60",
        // Wide links that carry a tenth of what they could until, with five connections more, nothing moves: 0.60. The
        // same with steeper cliffs, with and without files: 0.49 and 0.73.
        "topology=any most=0.05120 knee=20.00 loss=0.02360 noise=0.03590 hidden=0.4680 wrong=0.4100 rttBias=0.6760"
                + " files=true, 989047, 0.70",
        "topology=esnet6-2026 pipes=58 knee=20.00 loss=0.04310 hidden=0.4890 wrong=0.4470 markers=2.720 files=true,"
                + "208775, 0.75",
        "topology=esnet6-2026 pipes=58 knee=20.00 loss=0.04310 hidden=0.4890 wrong=0.4470 markers=2.720,"
                + "199938, 0.80",
        // Decisions once a minute, which may take more connections at once, beside a cliff.
        "topology=any knee=20.00 loss=0.05000 noise=0.05 interval=60, 9029433914106215787, 0.90",
        "topology=any knee=40.00 loss=0.02000 noise=0.05 interval=60, -7440488257413834268, 0.90"
    })
    void theShareIsHeld(String world, long seed, double least) throws BenchException, InterruptedException {
        assertThat(run(world, seed).get(Kind.MEAN_SHARE)).isGreaterThan(least);
    }

    /// Guarantees beside a wrong map and a deterioration that nobody tells, where round trips weigh: what was short
    /// asked for more connections, and each took something away. Short were 98, 48 and 87 % of guarantees and
    /// intervals.
    @ParameterizedTest
    @CsvSource({
        "most=0.04650, 362546, 0.50",
        "most=0.04650, 1001, 0.15",
        "hidden=0.4130, 515373, 0.25",
    })
    void guaranteesLetOthersGiveWayWhereConnectionsCost(String more, long seed, double most)
            throws BenchException, InterruptedException {
        RunFigures figures = run(
                "topology=any knee=20.00 loss=0.007900 wrong=0.4190 guarantee=0.4170 rttBias=0.9900 setUp=3.330 "
                        + more,
                seed);

        assertThat(figures.get(Kind.SHORT_SHARE)).isLessThan(most);
    }

    /// A user's weight on one link held it below what it is guaranteed on another: 50, 50, 41 and 54 % of guarantees
    /// and intervals were short.
    @ParameterizedTest
    @CsvSource({
        "topology=zoo-esnet-2007 guarantee=0.2100 weights=1.650, 77840, 0.12",
        "topology=zoo-esnet-2007 ratio=11.70 guarantee=0.2100 weights=1.650, 233948, 0.20",
        "topology=random noise=0.06370 guarantee=0.3320 weights=7.740, 1009, 0.06",
        "topology=any noise=0.05 guarantee=0.4 weights=4, 1004, 0.18"
    })
    void guaranteesComeBeforeWeights(String world, long seed, double most) throws BenchException, InterruptedException {
        assertThat(run(world, seed).get(Kind.SHORT_SHARE)).isLessThan(most);
    }

    /// Guarantees were lowered to what a map told of links that had carried more: 50 % of the guarantees and intervals
    /// were short.
    @ParameterizedTest
    @CsvSource({"185454", "1009"})
    void whatWasCarriedCanBeGuaranteed(long seed) throws BenchException, InterruptedException {
        RunFigures figures = run("topology=any most=0.2860 knee=44.00 wrong=0.4870 guarantee=0.5940", seed);

        assertThat(figures.get(Kind.SHORT_SHARE)).isLessThan(0.05);
    }

    /// Reports every five seconds: n rose to 1.3 times what is needed, with files that stay to twice as many.
    @ParameterizedTest
    @CsvSource({"files=false, 1.25", "files=true setUp=2, 1.55"})
    void connectionsAreFewWhereReportsComeInBursts(String more, double most)
            throws BenchException, InterruptedException {
        RunFigures figures = run("topology=link pipes=4 ratio=1 most=0.0625 markers=5 " + more, -7530424275527255514L);

        assertThat(figures.get(Kind.MEAN_SHARE)).isGreaterThan(0.98);
        assertThat(figures.get(Kind.OVER_NEEDED)).isLessThan(most);
    }

    /// A full link held the connections of a bounded user to 0.8 and 0.9 of what they carry by themselves, so that more
    /// of them fitted under the bound; when others gave way, 2.5 and 1.3 connections were too many.
    @ParameterizedTest
    @CsvSource({"1144, 0.96", "1034, 0.96"})
    void aBoundIsKeptWhenOthersGiveWay(long seed, double least) throws BenchException, InterruptedException {
        RunFigures figures = run("topology=any most=0.05 noise=0.05 bound=0.3", seed);

        assertThat(figures.get(Kind.VIOLATION_CONNECTIONS)).isLessThan(1);
        assertThat(figures.get(Kind.KEPT_SHARE)).isGreaterThan(least);
    }
}
