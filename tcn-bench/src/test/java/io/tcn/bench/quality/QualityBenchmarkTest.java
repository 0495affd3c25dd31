// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.QualitySettings;
import io.tcn.bench.quality.RunFigures.Kind;
import io.tcn.core.dispatch.BoundSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QualityBenchmarkTest {
    private final List<String> said = new ArrayList<>();

    private static QualitySettings settings(int threads, String families, String optimizers, int intervals) {
        return new QualitySettings(
                List.of(1L, 2L),
                List.of(families.split(",")),
                null,
                List.of(optimizers.split(",")),
                intervals,
                threads,
                null,
                null,
                null,
                BoundSettings.DEFAULT,
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
                    double share =
                            result.family().isBounded() ? figures.get(Kind.KEPT_SHARE) : figures.get(Kind.SHARE_60);
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
    void nobodyMovesMoreThanTheOptimumOfARealNetwork() throws BenchException, InterruptedException {
        List<FamilyResult> results = QualityBenchmark.measure(
                settings(2, "link-3,knee-20-5,background,markers,bounds", "tcn,falcon,aimd,const-16", 40), line -> {});

        for (FamilyResult result : results) {
            for (SeedResult seed : result.seeds()) {
                String what = result.family().name() + ", seed " + seed.seed();
                assertThat(seed.gap()).as(what).isBetween(0.0, 0.02);
                for (RunFigures figures : seed.figures().values()) {
                    double share = figures.get(result.family().isBounded() ? Kind.KEPT_SHARE : Kind.MEAN_SHARE);
                    assertThat(share).as(what).isBetween(0.01, 1.02);
                    assertThat(figures.get(Kind.OVER_NEEDED)).as(what).isPositive();
                }
            }
        }
    }

    @Test
    void theOptimumOfARealNetworkIsReachedWhenTheLoopsAreToldItButForWholeConnections()
            throws BenchException, InterruptedException {
        List<FamilyResult> results =
                QualityBenchmark.measure(settings(2, "plain,knee-20-5,hidden,background", "optimum", 40), line -> {});

        for (FamilyResult result : results) {
            for (SeedResult seed : result.seeds()) {
                RunFigures figures = seed.figures().getOrDefault("optimum", new RunFigures(Map.of(), List.of()));
                assertThat(figures.get(Kind.MEAN_SHARE))
                        .as(result.family().name() + ", seed " + seed.seed())
                        .isBetween(0.9, 1.001);
            }
        }
    }

    @Test
    void whatTheJournalHasIsNotRunAgain(@TempDir Path folder) throws BenchException, InterruptedException, IOException {
        Path journal = folder.resolve("control.jsonl");
        QualitySettings usual = settings(1, "link-3", "const-4,const-16", 20);
        QualitySettings noted = new QualitySettings(
                usual.seeds(),
                usual.families(),
                null,
                usual.optimizers(),
                20,
                1,
                null,
                journal,
                null,
                BoundSettings.DEFAULT,
                null);

        List<FamilyResult> first = QualityBenchmark.measure(noted, line -> {});
        long size = Files.size(journal);
        Files.writeString(journal, "{\"world\": \"cut o", StandardOpenOption.APPEND);
        List<FamilyResult> again = QualityBenchmark.measure(noted, line -> {});

        assertThat(again).isEqualTo(first);
        assertThat(journal).hasSize(size);
        QualitySettings longer = new QualitySettings(
                usual.seeds(),
                usual.families(),
                null,
                usual.optimizers(),
                21,
                1,
                null,
                journal,
                null,
                BoundSettings.DEFAULT,
                null);
        assertThatThrownBy(() -> QualityBenchmark.measure(longer, line -> {}))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("21 intervals");
    }

    @Test
    void theTablesAreMarkdown(@TempDir Path folder) throws BenchException, InterruptedException, IOException {
        QualitySettings settings = settings(1, "link-3,bounds", "const-4,falcon", 20);
        Path file = folder.resolve("control.md");

        QualityMarkdown.write(file, settings, QualityBenchmark.measure(settings, line -> {}));

        assertThat(Files.readString(file))
                .contains("| share@20, % | const-4 | falcon | worst seed of const-4 | gap |")
                .contains("| bounds, within bounds |")
                .contains("broken %");
    }

    @Test
    void anAttackFindsAWorldThatCanBeAskedForAgain() throws BenchException, InterruptedException {
        QualitySettings settings = settings(1, "link-3", "const-4", 20);

        BenchResult result = new WorldAttack(settings, said::add).run(Duration.ofMillis(1));

        assertThat(result.table()).anyMatch(line -> line.contains("--world topology="));
        assertThat(result.details()).containsKeys("worlds", "worst");
    }

    @Test
    void contradictionsAreRefused() {
        assertThatThrownBy(() -> Families.check(settings(1, "no-such", "fts", 20)))
                .hasMessageContaining("unbounded-30");
        assertThatThrownBy(() -> settings(1, "unbounded-30", "fts", 19)).hasMessageContaining("20 to");
    }
}
