// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.quality.RunFigures.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QualityBenchmarkTest {
    private final List<String> said = new ArrayList<>();

    private static QualitySettings settings(int threads, String families, String optimizers, int intervals) {
        return new QualitySettings(
                List.of(1L, 2L),
                List.of(families.split(",")),
                List.of(optimizers.split(",")),
                intervals,
                threads,
                null);
    }

    @Test
    void resultsDoNotDependOnTheNumberOfThreads() throws BenchException, InterruptedException {
        String families = "noise-10-30,arrivals-30";

        List<FamilyResult> one = QualityBenchmark.measure(settings(1, families, "fts,tcn-zero", 20), line -> {});
        List<FamilyResult> three = QualityBenchmark.measure(settings(3, families, "fts,tcn-zero", 20), line -> {});

        assertThat(three).isEqualTo(one);
    }

    @Test
    void theOptimumIsReachedWhenTheLoopsAreToldIt() throws BenchException, InterruptedException {
        List<FamilyResult> results = QualityBenchmark.measure(
                settings(2, "bounded-30,hidden-storage-30,halved-30,arrivals-30", "optimum", 80), line -> {});

        for (FamilyResult result : results) {
            for (SeedResult seed : result.seeds()) {
                String what = result.family().name() + ", seed " + seed.seed();
                RunFigures figures = seed.figures().getOrDefault("optimum", new RunFigures(Map.of(), List.of()));
                assertThat(figures.get(Kind.MEAN_SHARE)).as(what).isBetween(0.99, 1.001);
                assertThat(seed.gap()).as(what).isBetween(0.0, 0.02);
                assertThat(seed.excess()).as(what).isZero();
            }
        }
    }

    @Test
    void nobodyMovesMoreThanTheLinearProgramAllows() throws BenchException, InterruptedException {
        List<FamilyResult> results = QualityBenchmark.measure(
                settings(2, "unbounded-30,bounded-30,non-convex-30", "fts-model,tcn-zero", 60), line -> {});

        for (FamilyResult result : results) {
            for (SeedResult seed : result.seeds()) {
                double most = seed.ceilingBps() / seed.optimumBps() * (1 + 1e-9);
                for (RunFigures figures : seed.figures().values()) {
                    double share = result.family().has(Family.Trait.BOUNDED)
                            ? figures.get(Kind.KEPT_SHARE)
                            : figures.get(Kind.SHARE_60);
                    assertThat(share).as(result.family().name()).isBetween(0.0, most);
                }
            }
        }
    }

    @Test
    void whatIsNotThereIsLeftOutVisiblyAndTwinsRunOnce() throws BenchException, InterruptedException {
        QualitySettings settings = settings(1, "unbounded-30", "tcn-zero,no-such", 20);

        List<FamilyResult> results = QualityBenchmark.measure(settings, said::add);
        BenchResult report = QualityReport.of(settings, results);

        assertThat(said).anyMatch(line -> line.contains("left out") && line.contains("no-such"));
        assertThat(report.table()).anyMatch(line -> line.startsWith("unbounded-30: "));
        assertThat(report.table()).anyMatch(line -> line.contains("tcn-zero"));
        assertThat(report.table()).noneMatch(line -> line.contains("no-such"));
        assertThat(report.details()).containsKeys("seeds", "intervals", "families");
        assertThatThrownBy(() -> QualityBenchmark.measure(settings(1, "unbounded-30", "no-such", 20), said::add))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("tcn-zero");
    }

    @Test
    void contradictionsAreRefused() {
        assertThatThrownBy(() -> settings(1, "no-such", "fts", 20)).hasMessageContaining("unbounded-30");
        assertThatThrownBy(() -> settings(1, "unbounded-30", "fts", 19)).hasMessageContaining("20 to");
    }
}
