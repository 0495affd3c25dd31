// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.alto;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import io.tcn.bench.report.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// A large network behind our own ALTO server: how long from nothing to a map of all pipes, how soon a change of one
/// link is in force, in how much heap. The server speaks over loopback; client and mapper are a JVM of their own.
public final class AltoBenchmark implements Benchmark {
    private static final double MEBI = 1 << 20;
    private static final double MOST_REFRESH_SECONDS = 5;
    private static final double MOST_UPDATE_MILLIS = 50;
    private static final AltoRound.Updates UPDATES = new AltoRound.Updates(20, 50);

    @Override
    public String name() {
        return "alto";
    }

    @Override
    public String question() {
        return "How long does ALTO take to map 50 000 pipes over 5 000 links, how soon is a change in force, in how much"
                + " heap?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) throws BenchException {
        List<Figure> figures = new ArrayList<>();
        for (AltoCase world : AltoCase.all()) {
            if (settings.quick() && !world.size().equals("small")) {
                continue;
            }
            List<AltoRound> rounds = new ArrayList<>();
            for (int round = 1; round <= settings.rounds(); round++) {
                progress.at(world.title() + ", round " + round + " of " + settings.rounds());
                AltoRound measured = AltoRound.of(world, UPDATES);
                progress.at("  " + measured.inWords());
                rounds.add(measured);
            }
            add(world, rounds, figures);
        }
        if (!settings.quick()) {
            AltoCase world = AltoCase.large(AltoCase.Shape.DENSE);
            progress.at(world.title() + ", all in one JVM");
            figures.add(new Figure(
                    world.title() + ": first full refresh, server in the same JVM",
                    AltoRound.together(world),
                    "s",
                    Aim.atMost(MOST_REFRESH_SECONDS)));
        }
        return BenchResult.of(figures);
    }

    private static void add(AltoCase world, List<AltoRound> rounds, List<Figure> figures) {
        String front = world.title() + ": ";
        figures.add(new Figure(
                front + "first full refresh",
                median(rounds, AltoRound::refreshSeconds),
                "s",
                aim(world, MOST_REFRESH_SECONDS)));
        figures.add(Figure.of(front + "of it waiting for answers", median(rounds, AltoRound::waitSeconds), "s"));
        figures.add(Figure.of(front + "requests", median(rounds, AltoRound::requests), ""));
        figures.add(Figure.of(front + "bytes of their answers", median(rounds, AltoRound::bytes) / MEBI, "MiB"));
        figures.add(new Figure(
                front + "full refresh, warm",
                median(rounds, AltoRound::warmSeconds),
                "s",
                aim(world, MOST_REFRESH_SECONDS)));
        figures.add(Figure.of(front + "refresh of the same content", median(rounds, AltoRound::sameSeconds), "s"));
        figures.add(Figure.of(front + "reading one answer", median(rounds, AltoRound::parseSeconds) * 1e3, "ms"));
        figures.add(Figure.of(front + "bytes of that answer", median(rounds, AltoRound::parsedBytes) / MEBI, "MiB"));
        if (rounds.stream().noneMatch(round -> round.updateSeconds().isEmpty())) {
            figures.add(Figure.of(
                    front + "copy that the stream begins with", median(rounds, AltoRound::copyBytes) / MEBI, "MiB"));
            for (int percent : List.of(50, 95, 100)) {
                figures.add(new Figure(
                        front + "one link changed, "
                                + (percent == 50 ? "median" : percent == 95 ? "95th percentile" : "slowest"),
                        median(rounds, round -> round.updatePercentile(percent)) * 1e3,
                        "ms",
                        aim(world, MOST_UPDATE_MILLIS)));
            }
        }
        figures.add(new Figure(
                front + "peak of the used heap",
                median(rounds, AltoRound::peakBytes) / MEBI,
                "MiB",
                aim(world, AltoRound.HEAP_MEBIBYTES)));
        figures.add(Figure.of(front + "heap after a collection", median(rounds, AltoRound::liveBytes) / MEBI, "MiB"));
    }

    private static @Nullable Aim aim(AltoCase world, double most) {
        return world.isLarge() ? Aim.atMost(most) : null;
    }

    private static double median(List<AltoRound> rounds, ToDoubleFunction<AltoRound> figure) {
        return Median.of(rounds.stream().mapToDouble(figure).toArray());
    }
}
