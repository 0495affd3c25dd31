// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// What is told of a change against what then happens: twenty seeded replays, of each the state as a server knows it
/// after twenty minutes, a change (a bound, one less, a guarantee, a weight, fewer connections), and ten minutes
/// more, of which the second half counts.
///
/// What happens is one run of many: two replays of one of these worlds that differ after the change in the errors of
/// measurement alone may lie far apart ([#chance], docs/benchmarks/what-if.md). So a change of the optimizer may bring
/// one or two of the cases over 10 %.
class WhatIfReplayTest {
    private static final int CASES = 20;
    private static final double CHANGE_AT = 1200;
    private static final double HORIZON = 600;
    private static final double LATEST = CHANGE_AT + 3600;
    private static final int REPLAYS = 9;

    /// A user that moves less than this part of all is not looked at by itself.
    private static final double LEAST = 0.02;

    private static final Effort EFFORT = new Effort(
            Duration.ofSeconds((long) HORIZON),
            Duration.ofSeconds((long) (LATEST - CHANGE_AT)),
            12,
            200,
            10_000,
            Effort.DEFAULT.runs(),
            Duration.ofSeconds(60));

    /// No figure of a test may hang on how fast the machine is.
    private static final class StoppedClock implements TimeSource {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    }

    /// @param userError worst relative error of the throughput of a user
    /// @param totalError that of all together
    /// @param jobError that of the time at which the job ends; negative if it was over before, or ends too late
    /// @param users how many users are looked at
    /// @param inside for how many of them what happened lies between the least and the most that was told
    record Case(double userError, double totalError, double jobError, int users, int inside, String line) {}

    @Test
    void mostIsToldWithinTenPerCentAndAllTogetherIs() {
        List<Case> cases = new ArrayList<>();
        for (long seed = 1; seed <= CASES; seed++) {
            cases.add(run(seed));
        }
        StringBuilder table = new StringBuilder();
        cases.forEach(one -> table.append(one.line()).append('\n'));
        List<Double> users = cases.stream().map(Case::userError).sorted().toList();
        List<Double> jobs = cases.stream()
                .map(Case::jobError)
                .filter(error -> error >= 0)
                .sorted()
                .toList();
        table.append(String.format(
                Locale.ROOT,
                "worst user: median %.3f, worst %.3f, within 10 %%: %d of %d; between least and most: %d of %d users;"
                        + " jobs: median %.3f of %d%n",
                users.get(CASES / 2),
                users.getLast(),
                users.stream().filter(error -> error < 0.1).count(),
                CASES,
                cases.stream().mapToInt(Case::inside).sum(),
                cases.stream().mapToInt(Case::users).sum(),
                jobs.get(jobs.size() / 2),
                jobs.size()));
        System.out.print(table);
        assertThat(cases).as(table.toString()).allSatisfy(one -> {
            assertThat(one.totalError()).isLessThan(0.06);
            assertThat(one.userError()).isLessThan(0.20);
        });
        assertThat(users.stream().filter(error -> error < 0.1).count())
                .as(table.toString())
                .isGreaterThanOrEqualTo(18);
        assertThat(users.get(CASES / 2)).as(table.toString()).isLessThan(0.06);
        assertThat(jobs.get(jobs.size() / 2)).as(table.toString()).isLessThan(0.08);
    }

    static Case run(long seed) {
        ReplayWorld world = new ReplayWorld(seed);
        world.begin();
        world.runTo(CHANGE_AT);
        LiveState state = world.state();
        Declared after = world.change(state.declared(), seed);
        Prediction told = new Predictor(new StoppedClock()).predict(state, after, EFFORT);
        world.apply(state.declared(), after);
        Map<UserId, Double> was = measured(world);
        while (world.jobEndSeconds() < 0 && world.nowSeconds() < LATEST) {
            world.runTo(world.nowSeconds() + 60);
        }
        return compared(seed, told, was, world.jobEndSeconds() - CHANGE_AT);
    }

    /// Means of the second half of the horizon, in bit/s.
    private static Map<UserId, Double> measured(ReplayWorld world) {
        world.runTo(CHANGE_AT + HORIZON / 2);
        Map<UserId, Double> first = world.moved();
        world.runTo(CHANGE_AT + HORIZON);
        Map<UserId, Double> was = new TreeMap<>();
        world.moved()
                .forEach((user, bytes) -> was.put(user, 8 * (bytes - first.getOrDefault(user, 0.0)) / (HORIZON / 2)));
        return was;
    }

    /// How near to what happens the mean of nine other replays is that differ from it in errors of measurement after
    /// the change and in nothing else: nobody can tell it better who does not know those errors.
    @Test
    @EnabledIfSystemProperty(
            named = "tcn.whatif.chance",
            matches = "true",
            disabledReason = "a measurement, see docs/benchmarks/what-if.md")
    void chance() {
        List<Double> errors = new ArrayList<>();
        for (long seed = 1; seed <= CASES; seed++) {
            Map<UserId, Double> was = replayed(seed, 0);
            Map<UserId, Double> mean = new TreeMap<>();
            double farthest = 0;
            for (int other = 1; other <= REPLAYS; other++) {
                Map<UserId, Double> one = replayed(seed, other);
                farthest = Math.max(farthest, worst(one, was));
                one.forEach((user, bps) -> mean.merge(user, bps / REPLAYS, Double::sum));
            }
            errors.add(worst(mean, was));
            System.out.printf(
                    Locale.ROOT,
                    "seed %2d: mean of %d other replays %.3f from what happened, the farthest of them %.3f%n",
                    seed,
                    REPLAYS,
                    errors.getLast(),
                    farthest);
        }
        List<Double> sorted = errors.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "median %.3f, worst %.3f, within 10 %%: %d of %d%n",
                sorted.get(CASES / 2),
                sorted.getLast(),
                sorted.stream().filter(error -> error < 0.1).count(),
                CASES);
        assertThat(sorted.get(CASES / 2)).isLessThan(0.10);
    }

    private static Map<UserId, Double> replayed(long seed, long errors) {
        ReplayWorld world = new ReplayWorld(seed);
        world.begin();
        world.runTo(CHANGE_AT);
        Declared present = world.state().declared();
        Declared after = world.change(present, seed);
        if (errors > 0) {
            world.measureAnew(errors);
        }
        world.apply(present, after);
        return measured(world);
    }

    /// The greatest relative error of a user who moves enough to be looked at.
    private static double worst(Map<UserId, Double> told, Map<UserId, Double> was) {
        double all = was.values().stream().mapToDouble(Double::doubleValue).sum();
        double worst = 0;
        for (Map.Entry<UserId, Double> user : was.entrySet()) {
            if (user.getValue() > LEAST * all) {
                double says = told.getOrDefault(user.getKey(), 0.0);
                worst = Math.max(worst, Math.abs(says - user.getValue()) / user.getValue());
            }
        }
        return worst;
    }

    private static Case compared(long seed, Prediction told, Map<UserId, Double> was, double jobWas) {
        double all = was.values().stream().mapToDouble(Double::doubleValue).sum();
        double worst = worst(told.after().userBps(), was);
        double sum = 0;
        int users = 0;
        int inside = 0;
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "seed %2d:", seed));
        for (Map.Entry<UserId, Double> user : was.entrySet()) {
            double says = told.after().userBps().getOrDefault(user.getKey(), 0.0);
            double before = told.before().userBps().getOrDefault(user.getKey(), 0.0);
            sum += says;
            if (user.getValue() > LEAST * all) {
                DoubleSummaryStatistics runs = told.runs().stream()
                        .mapToDouble(run -> run.userBps().getOrDefault(user.getKey(), 0.0))
                        .summaryStatistics();
                users++;
                inside += user.getValue() >= runs.getMin() && user.getValue() <= runs.getMax() ? 1 : 0;
            }
            line.append(String.format(
                    Locale.ROOT,
                    " %s %.2f -> %.2f was %.2f;",
                    user.getKey(),
                    before / 1e9,
                    says / 1e9,
                    user.getValue() / 1e9));
        }
        Double jobSays = told.after().jobSeconds().get(ReplayWorld.JOB);
        double jobError = jobWas <= 0 ? -1 : jobSays == null ? 1 : Math.abs(jobSays - jobWas) / jobWas;
        line.append(String.format(
                Locale.ROOT,
                " Gbit/s; worst %.3f, between %d of %d, total %.3f, job %.3f, past %.3f",
                worst,
                inside,
                users,
                Math.abs(sum - all) / all,
                jobError,
                told.accuracy().error()));
        return new Case(worst, Math.abs(sum - all) / all, jobError, users, inside, line.toString());
    }
}
