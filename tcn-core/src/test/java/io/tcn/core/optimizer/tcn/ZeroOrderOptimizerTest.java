// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.tcn;

import static io.tcn.core.optimizer.Watched.busy;
import static io.tcn.core.optimizer.Watched.idle;
import static io.tcn.core.optimizer.Watched.interval;
import static io.tcn.core.optimizer.Watched.pipe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.ScriptedRandom;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.optimizer.tcn.ZeroOrderSettings.Penalty;
import io.tcn.core.utility.SumUtility;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ZeroOrderOptimizerTest {
    private static final Pipe A = pipe("a", 5, 20);
    private static final Pipe B = pipe("b", 5, 20);

    /// alpha 0.5, eta 6, sigma 1, steps of at most 4; starts at m, so that every number can be followed by hand.
    private static final ZeroOrderSettings BY_HAND =
            new ZeroOrderSettings(0.5, 6, 1, 4, Penalty.LINEAR, 2, StartValue.MIN);

    private final ScriptedRandom random = new ScriptedRandom();
    private final ZeroOrderOptimizer optimizer = new ZeroOrderOptimizer(BY_HAND, new SumUtility(), random);

    @Test
    void equation3AndProtocol2ByHand() {
        random.gaussians(2, -1);
        assertThat(decide(interval(0, busy(A, 5, 0, 0)))).containsExactly(5);
        assertThat(decide(interval(1, busy(A, 5, 50)))).containsExactly(5 + 2);

        // 10 per connection. G = (70 - 50)/10 / 2^2 * 2 = 1; momentum = 0.5 * 0 + 0.5 * 6 * 1 = 3.
        Decision first = optimizer.decide(interval(2, busy(A, 7, 70)));
        assertThat(connections(first)).containsExactly(5 + 3);
        assertThat(first.pipes().getFirst().rationale().figures())
                .containsEntry("gradient", 1.0)
                .containsEntry("momentum", 3.0);

        assertThat(decide(interval(3, busy(A, 8, 80)))).containsExactly(8 - 1);
        // G = (70 - 80)/10 / 1 * -1 = 1; momentum = 0.5 * 3 + 0.5 * 6 * 1 = 4.5, clipped to 4.
        Decision clipped = optimizer.decide(interval(4, busy(A, 7, 70)));
        assertThat(connections(clipped)).containsExactly(8 + 4);
        assertThat(clipped.pipes().getFirst().rationale().figures()).containsEntry("momentum", 4.0);
    }

    @Test
    void theGradientHasAPartForEveryPipeThatMoved() {
        random.gaussians(1, -1);
        decide(interval(0, busy(A, 5, 0, 0), busy(B, 5, 0, 0)));
        assertThat(decide(interval(1, busy(A, 5, 50), busy(B, 5, 50)))).containsExactly(6, 4 + 1);
        // B cannot go below its 5: z = (1, 0). G_a = (120 - 100)/s, s = 10 + 0.2 (120/11 - 10) = 10.1818..
        Decision step = optimizer.decide(interval(2, busy(A, 6, 70), busy(B, 5, 50)));
        assertThat(step.pipes().get(0).rationale().figures().get("gradient"))
                .isEqualTo(20 / (10 + 0.2 * (120.0 / 11 - 10)), within(1e-9));
        assertThat(step.pipes().get(1).rationale().figures().get("gradient")).isZero();
    }

    @Test
    void zIsWhatWasReallyOpenedNotWhatWasAskedFor() {
        random.gaussians(4);
        decide(interval(0, busy(A, 5, 0, 0)));
        assertThat(decide(interval(1, busy(A, 5, 50)))).containsExactly(9);
        // Only two of the four could be opened: G = (70 - 50)/10 / 2^2 * 2 = 1, as if two had been asked for.
        assertThat(decide(interval(2, busy(A, 9, 7, 70)))).containsExactly(5 + 3);
    }

    @Test
    void aProbeThatNobodyCouldFollowTeachesNothing() {
        random.gaussians(2, 2);
        decide(interval(0, busy(A, 5, 0, 0)));
        decide(interval(1, busy(A, 5, 50)));
        // 0.1 more connections and twice the throughput is noise; taken for a gradient it would be 500.
        Decision nothing = optimizer.decide(interval(2, busy(A, 7, 5.1, 100)));
        assertThat(connections(nothing)).containsExactly(5);
        assertThat(nothing.pipes().getFirst().rationale().reason()).isEqualTo(Reason.NOTHING_MEASURED);
        assertThat(decide(interval(3, busy(A, 5, 50)))).containsExactly(7);
    }

    @Test
    void baseAndProbeAlternate() {
        ZeroOrderOptimizer real = new ZeroOrderOptimizer(ZeroOrderSettings.DEFAULT, new SumUtility(), new Random(1));
        int n = connections(real.decide(interval(0, busy(A, 5, 0, 0)))).getFirst();
        for (int i = 1; i < 100; i++) {
            Decision decision = real.decide(interval(i, busy(A, n, 10 * n)));
            assertThat(reason(decision, 0)).isEqualTo(i % 2 == 1 ? Reason.PROBE : Reason.GRADIENT_STEP);
            n = connections(decision).getFirst();
        }
    }

    @Test
    void anIdlePipeIsLeftAlone() {
        random.gaussians(1, 1);
        decide(interval(0, busy(A, 5, 0, 0), idle(B, 5)));
        for (int i = 1; i <= 4; i++) {
            Decision decision = optimizer.decide(interval(i, busy(A, 5, 4 + i, 50 + i), idle(B, 5)));
            assertThat(connections(decision).get(1)).isEqualTo(5);
            assertThat(reason(decision, 1)).isEqualTo(Reason.IDLE);
        }
    }

    @Test
    void aPipeThatComesBetweenBaseAndProbeDoesNotCount() {
        random.gaussians(2, 1, 1);
        decide(interval(0, busy(A, 5, 0, 0)));
        assertThat(decide(interval(1, busy(A, 5, 50)))).containsExactly(7);
        // Of A alone: G = (70 - 50)/10 / 2^2 * 2 = 1, momentum 3. With B it would be 3.5 and more.
        Decision step = optimizer.decide(interval(2, busy(A, 7, 70), busy(B, 5, 50)));
        assertThat(connections(step)).containsExactly(8, 5);
        assertThat(reason(step, 0)).isEqualTo(Reason.GRADIENT_STEP);
        assertThat(reason(step, 1)).isEqualTo(Reason.START);
        // Then both are measured.
        assertThat(decide(interval(3, busy(A, 8, 80), busy(B, 5, 50)))).containsExactly(9, 6);
    }

    @Test
    void aPipeThatGoesBetweenBaseAndProbeDoesNotCountAndIsForgotten() {
        random.gaussians(2, 2, 1);
        decide(interval(0, busy(A, 5, 0, 0), busy(B, 5, 0, 0)));
        assertThat(decide(interval(1, busy(A, 5, 50), busy(B, 5, 50)))).containsExactly(7, 7);
        Decision step = optimizer.decide(interval(2, busy(A, 7, 70)));
        assertThat(connections(step)).containsExactly(8);
        assertThat(reason(step, 0)).isEqualTo(Reason.GRADIENT_STEP);
        assertThat(decide(interval(3, busy(A, 8, 80)))).containsExactly(9);
        assertThat(reason(optimizer.decide(interval(4, busy(A, 9, 90), busy(B, 5, 50))), 1))
                .isEqualTo(Reason.START);
    }

    @Test
    void aPipeThatRunsOutOfWorkBetweenBaseAndProbeDoesNotCount() {
        random.gaussians(2, 2);
        decide(interval(0, busy(A, 5, 0, 0), busy(B, 5, 0, 0)));
        decide(interval(1, busy(A, 5, 50), busy(B, 5, 50)));
        Decision step = optimizer.decide(interval(2, busy(A, 7, 70), idle(B, 7)));
        assertThat(connections(step)).containsExactly(8, 5);
        assertThat(reason(step, 1)).isEqualTo(Reason.IDLE);
    }

    @Test
    void aBoundOfPipesThatDoNotCountIsNoGain() {
        random.gaussians(2, 2);
        // What B moved above the bound is gone with it, and that is not A's merit: both times B counts with 0.
        Constraint bound = Constraint.bound(UserId.of("cms"), ResourceId.of("link:x"), 60, new int[] {0, 1});
        decide(interval(0, List.of(bound), busy(A, 5, 0, 0), busy(B, 5, 0, 0)));
        decide(interval(1, List.of(bound), busy(A, 5, 50), busy(B, 5, 50)));
        Decision step = optimizer.decide(interval(2, List.of(bound), busy(A, 7, 70), idle(B, 7)));
        // f rose by 70 - 50 - 2 (70 - 60) = 0.
        assertThat(step.pipes().getFirst().rationale().figures()).containsEntry("gradient", 0.0);
    }

    @Test
    void whereNoPipeWasBusyBothTimesItIsMeasuredAnew() {
        random.gaussians(2);
        decide(interval(0, busy(A, 5, 0, 0), idle(B, 5)));
        decide(interval(1, busy(A, 5, 50), idle(B, 5)));
        Decision changed = optimizer.decide(interval(2, idle(A, 7), busy(B, 5, 50)));
        assertThat(connections(changed)).containsExactly(5, 5);
        assertThat(reason(changed, 1)).isEqualTo(Reason.PIPES_CHANGED);
    }

    @Test
    void nothingIsLearntWhereNothingMoves() {
        decide(interval(0, busy(A, 5, 0, 0)));
        for (int i = 1; i < 10; i++) {
            Decision decision = optimizer.decide(interval(i, busy(A, 5, 0)));
            assertThat(connections(decision)).containsExactly(5);
            assertThat(reason(decision, 0)).isEqualTo(Reason.NOTHING_MEASURED);
        }
    }

    @Test
    void aPipeWhoseLimitsLeaveNoChoiceIsNotProbed() {
        Pipe fixed = pipe("fixed", 5, 5);
        ZeroOrderOptimizer real = new ZeroOrderOptimizer(ZeroOrderSettings.DEFAULT, new SumUtility(), new Random(1));
        real.decide(interval(0, busy(fixed, 5, 0, 0)));
        Decision decision = real.decide(interval(1, busy(fixed, 5, 50)));
        assertThat(connections(decision)).containsExactly(5);
        assertThat(reason(decision, 0)).isEqualTo(Reason.NOTHING_MEASURED);
    }

    @Test
    void nothingHappensWithoutPipes() {
        assertThat(decide(interval(0))).isEmpty();
        assertThat(decide(interval(1))).isEmpty();
    }

    @Test
    void theObjectiveIsTheUtilityLessThePenalty() {
        Constraint bound = Constraint.bound(UserId.of("cms"), ResourceId.of("link:x"), 40, new int[] {0});
        // T = 50, bound 40, excess 10: linear 2 * 10, quadratic 2 * 10^2/40.
        Decision linear = optimizer.decide(interval(0, List.of(bound), busy(A, 5, 50)));
        assertThat(linear.utility()).isEqualTo(50);
        assertThat(linear.objective()).isEqualTo(50 - 20);
        assertThat(linear.constraints().getFirst().slackBps()).isEqualTo(-10);
        ZeroOrderSettings quadratic = new ZeroOrderSettings(0.5, 6, 1, 4, Penalty.QUADRATIC, 2, StartValue.MIN);
        assertThat(new ZeroOrderOptimizer(quadratic, new SumUtility(), random)
                        .decide(interval(0, List.of(bound), busy(A, 5, 50)))
                        .objective())
                .isEqualTo(50 - 5);
    }

    @Test
    void climbsAConcaveFunctionToNearItsOptimumFromAfar() {
        // T(n) = 10 n - n^2/10 per pipe: rises to 250 at n = 50, three pipes 750; starts at n = 2: 58.8.
        ZeroOrderSettings settings = ZeroOrderSettings.DEFAULT.withStart(StartValue.MIN);
        for (long seed = 1; seed <= 10; seed++) {
            List<Double> utilities =
                    run(settings, seed, 3, new Range(2, 100), List.of(), n -> 10 * n - n * n / 10, 600);
            assertThat(mean(utilities.subList(500, 600))).as("seed %d", seed).isGreaterThan(0.9 * 750);
        }
    }

    @ParameterizedTest
    @EnumSource(Penalty.class)
    void aPenaltyKeepsTheExcessOverABoundLow(Penalty penalty) {
        // Two pipes of 10 per connection and at most 64 connections: 1280 together without a bound, bound 300.
        // Linear: every bit above costs two and earns one: the best is 300. Quadratic: 1 - 4 x/300 = 0: 375.
        ZeroOrderSettings settings = new ZeroOrderSettings(0.5, 6, 1, 4, penalty, 2, StartValue.UNIFORM);
        Constraint bound = Constraint.bound(UserId.of("cms"), ResourceId.of("link:x"), 300, new int[] {0, 1});
        double best = penalty == Penalty.LINEAR ? 300 : 375;
        for (long seed = 1; seed <= 10; seed++) {
            List<Double> bounded = run(settings, seed, 2, new Range(1, 64), List.of(bound), n -> 10 * n, 500);
            List<Double> free = run(settings, seed, 2, new Range(1, 64), List.of(), n -> 10 * n, 500);
            assertThat(mean(free.subList(400, 500))).as("free, seed %d", seed).isGreaterThan(1200);
            assertThat(mean(bounded.subList(400, 500)))
                    .as("bounded, seed %d", seed)
                    .isEqualTo(best, within(0.2 * best));
        }
    }

    @Test
    void theSameSeedDecidesTheSame() {
        List<Double> once = run(ZeroOrderSettings.DEFAULT, 7, 3, new Range(1, 64), List.of(), Math::sqrt, 100);
        List<Double> again = run(ZeroOrderSettings.DEFAULT, 7, 3, new Range(1, 64), List.of(), Math::sqrt, 100);
        List<Double> other = run(ZeroOrderSettings.DEFAULT, 8, 3, new Range(1, 64), List.of(), Math::sqrt, 100);
        assertThat(again).isEqualTo(once);
        assertThat(other).isNotEqualTo(once);
    }

    @Test
    void neverLeavesTheLimitsEvenWhenTheyChange() {
        for (long seed = 1; seed <= 50; seed++) {
            Random chance = new Random(seed);
            ZeroOrderOptimizer wild = new ZeroOrderOptimizer(
                    new ZeroOrderSettings(0.9, 50, 5, 30, Penalty.LINEAR, 2, StartValue.UNIFORM),
                    new SumUtility(),
                    new Random(seed));
            int n = 1;
            for (int i = 0; i < 200; i++) {
                int min = 1 + chance.nextInt(10);
                Pipe now = pipe("a", min, min + chance.nextInt(20));
                PipeObservation seen = chance.nextInt(10) == 0
                        ? idle(now, n)
                        : busy(now, n, n * chance.nextDouble(), 1e9 * chance.nextDouble());
                n = connections(wild.decide(interval(i, seen))).getFirst();
                assertThat(n)
                        .as("seed %d", seed)
                        .isBetween(now.limits().minConnections(), now.limits().maxConnections());
            }
        }
    }

    private record Range(int min, int max) {}

    /// Lets an optimizer run against pipes that share nothing.
    ///
    /// @return the utility of each interval
    private static List<Double> run(
            ZeroOrderSettings settings,
            long seed,
            int count,
            Range limits,
            List<Constraint> constraints,
            DoubleUnaryOperator throughput,
            int intervals) {
        RandomGenerator random = new Random(seed);
        ZeroOrderOptimizer optimizer = new ZeroOrderOptimizer(settings, new SumUtility(), random);
        PipeObservation[] seen = new PipeObservation[count];
        for (int i = 0; i < count; i++) {
            seen[i] = busy(pipe("p" + i, limits.min, limits.max), limits.min, 0, 0);
        }
        List<Double> utilities = new ArrayList<>();
        for (int t = 0; t < intervals; t++) {
            Decision decision = optimizer.decide(Watched.interval(t, constraints, seen));
            utilities.add(decision.utility());
            for (int i = 0; i < count; i++) {
                int n = decision.pipes().get(i).tuning().connections();
                seen[i] = busy(seen[i].pipe(), n, throughput.applyAsDouble(n));
            }
        }
        return utilities;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private List<Integer> decide(Observation observation) {
        return connections(optimizer.decide(observation));
    }

    private static List<Integer> connections(Decision decision) {
        return decision.pipes().stream()
                .map(pipe -> pipe.tuning().connections())
                .toList();
    }

    private static Reason reason(Decision decision, int pipe) {
        return decision.pipes().get(pipe).rationale().reason();
    }
}
