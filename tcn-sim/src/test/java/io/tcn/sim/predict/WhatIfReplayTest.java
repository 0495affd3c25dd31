// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What is told of a change against what then happens: twenty seeded replays, of each the state as a server knows it
/// after twenty minutes, a change (a bound, one less, a guarantee, a weight, fewer connections), and ten minutes
/// more, of which the second half counts.
///
/// What happens is one run of many: two replays of one of these worlds that differ in the chance of the optimizer alone
/// lie apart by 2 to 40 % for some user (measured with four each, docs/benchmarks/what-if.md). So not every case can be
/// told to 10 %: most are, and all together are.
class WhatIfReplayTest {
    private static final int CASES = 20;
    private static final double CHANGE_AT = 1200;
    private static final double HORIZON = 600;
    private static final double LATEST = CHANGE_AT + 3600;

    /// A user that moves less than this part of all is not looked at by itself.
    private static final double LEAST = 0.02;

    private static final Effort EFFORT = new Effort(
            Duration.ofSeconds((long) HORIZON),
            Duration.ofSeconds((long) (LATEST - CHANGE_AT)),
            12,
            200,
            10_000,
            3,
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
    record Case(double userError, double totalError, double jobError, String line) {}

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
                "worst user: median %.3f, worst %.3f, within 10 %%: %d of %d; jobs: median %.3f of %d%n",
                users.get(CASES / 2),
                users.getLast(),
                users.stream().filter(error -> error < 0.1).count(),
                CASES,
                jobs.get(jobs.size() / 2),
                jobs.size()));
        System.out.print(table);
        assertThat(cases).as(table.toString()).allSatisfy(one -> {
            assertThat(one.totalError()).isLessThan(0.15);
            assertThat(one.userError()).isLessThan(0.35);
        });
        assertThat(users.get(CASES / 2)).as(table.toString()).isLessThan(0.10);
        assertThat(jobs.get(jobs.size() / 2)).as(table.toString()).isLessThan(0.15);
    }

    static Case run(long seed) {
        ReplayWorld world = new ReplayWorld(seed);
        world.begin();
        world.runTo(CHANGE_AT);
        LiveState state = world.state();
        Declared after = world.change(state.declared(), seed);
        Prediction told = new Predictor(new StoppedClock()).predict(state, after, EFFORT);
        world.apply(state.declared(), after);
        world.runTo(CHANGE_AT + HORIZON / 2);
        Map<UserId, Double> first = world.moved();
        world.runTo(CHANGE_AT + HORIZON);
        Map<UserId, Double> was = new TreeMap<>();
        world.moved()
                .forEach((user, bytes) -> was.put(user, 8 * (bytes - first.getOrDefault(user, 0.0)) / (HORIZON / 2)));
        while (world.jobEndSeconds() < 0 && world.nowSeconds() < LATEST) {
            world.runTo(world.nowSeconds() + 60);
        }
        return compared(seed, told, was, world.jobEndSeconds() - CHANGE_AT);
    }

    private static Case compared(long seed, Prediction told, Map<UserId, Double> was, double jobWas) {
        double all = was.values().stream().mapToDouble(Double::doubleValue).sum();
        double worst = 0;
        double sum = 0;
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "seed %2d:", seed));
        for (Map.Entry<UserId, Double> user : was.entrySet()) {
            double says = told.after().userBps().getOrDefault(user.getKey(), 0.0);
            double before = told.before().userBps().getOrDefault(user.getKey(), 0.0);
            sum += says;
            if (user.getValue() > LEAST * all) {
                worst = Math.max(worst, Math.abs(says - user.getValue()) / user.getValue());
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
                " Gbit/s; worst %.3f, total %.3f, job %.3f, past %.3f",
                worst,
                Math.abs(sum - all) / all,
                jobError,
                told.accuracy().error()));
        return new Case(worst, Math.abs(sum - all) / all, jobError, line.toString());
    }
}
