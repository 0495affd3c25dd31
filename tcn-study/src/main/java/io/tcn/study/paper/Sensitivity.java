// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/// How the ratios move when one of the open parameters has another value than the chosen one.
final class Sensitivity {
    /// The claims whose ratios are followed: those against FTS and the one about non-convexity.
    private static final List<Claim> CLAIMS = List.of(
            Claim.UTILISATION_ONE_LINK,
            Claim.UTILITY_WEIGHTS,
            Claim.FCT_MAX_WEIGHTS,
            Claim.FCT_MAX_BOUNDS,
            Claim.FCT_MEAN_FREE,
            Claim.FCT_MEAN_WEIGHTS,
            Claim.FINAL_RUGGED,
            Claim.FCT_DYNAMIC_WEIGHTS,
            Claim.FCT_DYNAMIC_BOUNDS);

    /// A setting that differs in one parameter, or the chosen one.
    ///
    /// @param parameter which parameter
    /// @param value its value as text
    record Point(String parameter, String value, PaperSetting setting) {}

    /// The ratios at a point.
    record Row(Point point, List<ClaimRow> rows) {
        Row {
            rows = List.copyOf(rows);
        }

        ClaimRow of(Claim claim) {
            return rows.stream()
                    .filter(row -> row.claim() == claim)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("claim " + claim + " was not followed"));
        }
    }

    private Sensitivity() {}

    /// The points, parameter by parameter; the chosen value among the others, so that each line of a figure is whole.
    static List<Point> points(PaperSetting chosen) {
        List<Point> points = new ArrayList<>();
        for (double value : values(chosen.deterioration(), 0.5, 0.75, 0.9)) {
            points.add(point("deterioration", value, chosen.withDeterioration(value)));
        }
        for (double value : values(chosen.capacityScale(), 0.1, 0.2, 0.5, 1)) {
            points.add(point("capacity scale", value, chosen.withCapacityScale(value)));
        }
        for (double value : values(chosen.intervalSeconds(), 1, 2, 5, 10)) {
            points.add(point("interval / s", value, chosen.withIntervalSeconds(value)));
        }
        for (double value : values(chosen.ceilingGbps(), 0.5, 1, 2, 5)) {
            points.add(point("ceiling / Gbit/s", value, chosen.withCeilingGbps(value)));
        }
        for (double value : values(chosen.maxConnections(), 50, 100, 200)) {
            points.add(point("M", value, chosen.withMaxConnections((int) value)));
        }
        return points;
    }

    private static double[] values(double chosen, double... usual) {
        return DoubleStream.concat(DoubleStream.of(usual), DoubleStream.of(chosen))
                .sorted()
                .distinct()
                .toArray();
    }

    private static Point point(String parameter, double value, PaperSetting setting) {
        String text = Math.rint(value) == value ? Long.toString((long) value) : Double.toString(value);
        return new Point(parameter, text, setting);
    }

    /// Who is measured beside the reference: the paper's algorithm and TCN as it comes.
    static List<Contestant> contestants(Claim claim) {
        return claim.ofPaper() == Contestant.DEFAULT
                ? List.of(Contestant.DEFAULT)
                : List.of(claim.ofPaper(), Contestant.DEFAULT);
    }

    /// Those of some claims whose ratios are followed.
    static List<Claim> followed(List<Claim> claims) {
        return CLAIMS.stream().filter(claims::contains).toList();
    }

    /// The simulations of a point.
    static List<Task> tasks(List<Claim> claims, PaperSetting setting, int seeds) {
        List<Task> tasks = new ArrayList<>();
        for (Claim claim : followed(claims)) {
            for (long seed = 1; seed <= seeds; seed++) {
                tasks.add(new Task(claim.experiment(), claim.reference(), seed, setting));
                for (Contestant contestant : contestants(claim)) {
                    tasks.add(new Task(claim.experiment(), contestant, seed, setting));
                }
            }
        }
        return tasks;
    }
}
