// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsModelOptimizer;
import io.tcn.core.optimizer.fts.FtsModelSettings;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.utility.SumUtility;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// Theorems 4.1 and 4.3 and corollary 4.4 of the paper, tried on the optimizer that the study measures: Protocol 1 on
/// one pipe with `T(n) = max(0, min(C, C - d (n - n0)))`, seeded draws of C, d, n0, M and the start.
final class Theorems {
    private static final double BASE = 10;
    private static final PipeId PIPE = PipeId.of("pipe");
    private static final Endpoint FROM = Endpoint.parse("sim://a");
    private static final Endpoint TO = Endpoint.parse("sim://b");
    private static final UserId USER = UserId.of("user");
    private static final NetworkMapSnapshot NO_MAP = NetworkMapSnapshot.empty(Instant.EPOCH);

    /// How an average is tried.
    ///
    /// @param alpha weight of the newest throughput
    /// @param draws how many draws
    /// @param intervals how long each
    private record Trial(double alpha, int draws, int intervals) {
        String inWords() {
            return draws + " draws, " + intervals + " intervals, alpha " + (alpha < 1 ? Double.toString(alpha) : "1");
        }
    }

    /// Without memory, n takes a step at every interval.
    private static final Trial AT_ONCE = new Trial(1, 200, 3_000);

    /// With FTS's alpha, the average comes to rest to the last bit after some 350 intervals; n then takes a step.
    private static final Trial AS_FTS = new Trial(0.1, 30, 40_000);

    private static final int AT_REST = 1_000;

    /// One draw.
    private record Draw(double capacity, double loss, int from, int max, int start) {
        double throughput(int n) {
            return Math.max(0, Math.min(capacity, capacity - loss * (n - from)));
        }

        /// n0 + floor((C - P(C)) / d) of theorem 4.3.
        double leastSwing() {
            return from + Math.floor((capacity - magnitudeEdge(capacity)) / loss);
        }
    }

    private Theorems() {}

    /// All of them.
    static List<TheoremCheck> check() {
        return List.of(
                fixedPoints(AT_ONCE),
                fixedPoints(AS_FTS),
                oscillation(AT_ONCE),
                oscillation(AS_FTS),
                corollary(),
                nearlyATenth());
    }

    /// P(x) = B^(round(log_B x) - 1/2).
    private static double magnitudeEdge(double x) {
        return Math.pow(BASE, Math.floor(Math.log10(x) + 0.5) - 0.5);
    }

    private static Draw draw(SplittableRandom random) {
        double capacity = Math.pow(BASE, random.nextDouble(8, 12));
        int from = random.nextInt(1, 60);
        int max = random.nextInt(10, 200);
        return new Draw(capacity, capacity * random.nextDouble(0.005, 0.1), from, max, random.nextInt(1, max + 1));
    }

    /// n after every interval, from `start`.
    private static int[] run(Draw draw, Trial trial) {
        FtsModelSettings settings = new FtsModelSettings(trial.alpha(), BASE, 1, 1, StartValue.MIN);
        FtsModelOptimizer optimizer = new FtsModelOptimizer(settings, new SumUtility(), new SplittableRandom(1));
        // It starts at the least of the limits, so the limits begin there and are widened afterwards.
        Pipe begun = pipe(draw.start(), draw.max());
        Pipe pipe = pipe(1, draw.max());
        int[] n = new int[trial.intervals()];
        int connections = decide(optimizer, begun, 0, draw.start(), draw.throughput(draw.start()));
        for (int t = 0; t < n.length; t++) {
            connections = decide(optimizer, pipe, t + 1L, connections, draw.throughput(connections));
            n[t] = connections;
        }
        return n;
    }

    private static Pipe pipe(int min, int max) {
        return new Pipe(PIPE, FROM, TO, USER, new PipeLimits(min, max));
    }

    private static int decide(FtsModelOptimizer optimizer, Pipe pipe, long interval, int n, double throughputBps) {
        PipeObservation seen = PipeObservation.of(pipe)
                .decidedConnections(n)
                .meanActiveConnections(n)
                .activeConnections(n)
                .activeTransfers(1)
                .queuedTransfers(1)
                .throughputBps(throughputBps)
                .build();
        Observation observation = new Observation(
                interval, Instant.EPOCH.plusSeconds(interval), Duration.ofSeconds(1), List.of(seen), NO_MAP, List.of());
        return optimizer.decide(observation).pipes().getFirst().tuning().connections();
    }

    private static TheoremCheck fixedPoints(Trial trial) {
        SplittableRandom random = new SplittableRandom(41);
        int resting = 0;
        int atMaximum = 0;
        for (int k = 0; k < trial.draws(); k++) {
            Draw draw = draw(random);
            int[] tail = tail(run(draw, trial), AT_REST);
            if (Arrays.stream(tail).distinct().count() == 1) {
                resting++;
                atMaximum += tail[0] == draw.max() ? 1 : 0;
            }
        }
        return new TheoremCheck(
                "Theorem 4.1",
                "the only fixed point is n = M",
                trial.inWords() + "; at rest: n did not change in the last " + AT_REST,
                resting + " came to rest, " + atMaximum + " of them at M",
                resting > 0 && resting == atMaximum);
    }

    private static int[] tail(int[] n, int length) {
        return Arrays.copyOfRange(n, n.length - length, n.length);
    }

    private static TheoremCheck oscillation(Trial trial) {
        SplittableRandom random = new SplittableRandom(43);
        int atMaximum = 0;
        int swinging = 0;
        int wide = 0;
        int belowEdge = 0;
        for (int k = 0; k < trial.draws(); k++) {
            Draw draw = draw(random);
            int[] tail = tail(run(draw, trial), AT_REST);
            int least = Arrays.stream(tail).min().orElse(0);
            int most = Arrays.stream(tail).max().orElse(0);
            if (least == draw.max()) {
                atMaximum++;
            } else {
                swinging++;
                wide += most - least > 1 ? 1 : 0;
                belowEdge += least < draw.leastSwing() ? 1 : 0;
            }
        }
        return new TheoremCheck(
                "Theorem 4.3",
                "in the end n = M, or n swings between N and N + 1 with N >= n0 + floor((C - P(C)) / d)",
                trial.inWords() + ", the last " + AT_REST,
                atMaximum + " at M; " + swinging + " swing, " + wide + " of them by more than 1, " + belowEdge
                        + " below that N",
                wide == 0 && belowEdge == 0);
    }

    private static TheoremCheck corollary() {
        double capacity = Math.pow(BASE, 10);
        Draw draw = new Draw(capacity, capacity / 1000, 50, 100_000, 1);
        double share = share(draw, AT_ONCE);
        Draw coarse = new Draw(capacity, capacity / 100, 5, 200, 1);
        double slow = share(coarse, AS_FTS);
        return new TheoremCheck(
                "Corollary 4.4",
                "with C = B^p it swings where 1/sqrt(B) = 0.316 of the optimum is reached, or ends at M",
                "C = 10^10, d = C/1000, n0 = 50, M out of reach, alpha 1; then d = C/100, n0 = 5, M = 200, alpha 0.1",
                String.format(
                        Locale.ROOT,
                        "%.3f of the optimum with alpha 1; with alpha 0.1, after %d intervals, %.3f",
                        share,
                        AS_FTS.intervals(),
                        slow),
                Math.abs(share - 1 / Math.sqrt(BASE)) < 0.002);
    }

    private static TheoremCheck nearlyATenth() {
        double capacity = Math.nextDown(Math.pow(BASE, 10.5));
        double share = share(new Draw(capacity, capacity / 1000, 50, 100_000, 1), AT_ONCE);
        return new TheoremCheck(
                "after Corollary 4.4",
                "with C just below B^(p + 1/2) it is almost 1/B = 0.1 of the optimum",
                "C = the double below 10^10.5, d = C/1000, n0 = 50, alpha 1",
                String.format(Locale.ROOT, "%.3f of the optimum", share),
                Math.abs(share - 1 / BASE) < 0.002);
    }

    private static double share(Draw draw, Trial trial) {
        int[] tail = tail(run(draw, trial), AT_REST);
        return Arrays.stream(tail).mapToDouble(draw::throughput).average().orElse(0) / draw.capacity();
    }
}
