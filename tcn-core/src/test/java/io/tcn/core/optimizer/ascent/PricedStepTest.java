// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The step is the solution of a small quadratic problem. What makes a solution are the conditions of Karush,
/// Kuhn and Tucker, and these are what is asked of a thousand random problems.
class PricedStepTest {
    private static final int CASES = 1000;

    private static final PricedStep.Effort EXACT = new PricedStep.Effort(10, 12, 1e-4);

    /// A problem with at least one step that keeps all rows.
    private static final class Problem {
        private final double[] n;
        private final double[] wanted;
        private final double[] stiffness;
        private final double[] least;
        private final double[] most;
        private final double[][] coefficient;
        private final double[] limit;
        private final double[] firstPrice;
        private final double[] step;
        private final StepRows rows = new StepRows();

        Problem(int pipes, int limits) {
            n = new double[pipes];
            wanted = new double[pipes];
            stiffness = new double[pipes];
            least = new double[pipes];
            most = new double[pipes];
            step = new double[pipes];
            coefficient = new double[limits][pipes];
            limit = new double[limits];
            firstPrice = new double[limits];
        }

        /// As they come up: throughputs per connection as coefficients, bounds, guarantees, limits of
        /// connections.
        static Problem draw(Random random) {
            return draw(random, 1 + random.nextInt(12), random.nextInt(8));
        }

        static Problem draw(Random random, int pipes, int limits) {
            Problem p = new Problem(pipes, limits);
            double unit = Math.pow(10, random.nextInt(12));
            double[] inside = new double[p.n.length];
            double[] perConnection = new double[p.n.length];
            for (int i = 0; i < p.n.length; i++) {
                p.n[i] = 40 * random.nextDouble();
                p.wanted[i] = 4 * random.nextGaussian();
                perConnection[i] = unit * (0.2 + random.nextDouble());
                p.stiffness[i] = perConnection[i] / (0.05 + 4 * random.nextDouble());
                p.least[i] = -p.n[i];
                p.most[i] = random.nextInt(5) == 0 ? 0 : 8 * random.nextDouble();
                inside[i] = p.least[i] + random.nextDouble() * (p.most[i] - p.least[i]);
            }
            for (int r = 0; r < p.limit.length; r++) {
                int kind = random.nextInt(3);
                double sum = 0;
                for (int i = 0; i < p.n.length; i++) {
                    if (random.nextInt(3) > 0) {
                        p.coefficient[r][i] = kind == 0 ? 1 : kind == 1 ? perConnection[i] : -perConnection[i];
                        sum += p.coefficient[r][i] * (p.n[i] + inside[i]);
                    }
                }
                // Some rows leave much room, some little, some none.
                p.limit[r] = sum + Math.abs(sum) * (random.nextInt(3) == 0 ? 0 : random.nextDouble());
            }
            return p;
        }

        Problem copy() {
            Problem copy = new Problem(n.length, limit.length);
            System.arraycopy(n, 0, copy.n, 0, n.length);
            System.arraycopy(wanted, 0, copy.wanted, 0, n.length);
            System.arraycopy(stiffness, 0, copy.stiffness, 0, n.length);
            System.arraycopy(least, 0, copy.least, 0, n.length);
            System.arraycopy(most, 0, copy.most, 0, n.length);
            for (int r = 0; r < limit.length; r++) {
                copy.coefficient[r] = coefficient[r].clone();
            }
            System.arraycopy(limit, 0, copy.limit, 0, limit.length);
            System.arraycopy(firstPrice, 0, copy.firstPrice, 0, firstPrice.length);
            return copy;
        }

        Problem solve() {
            return solve(EXACT);
        }

        Problem solve(PricedStep.Effort effort) {
            fillRows();
            PricedStep.solve(n, wanted, stiffness, least, most, rows, step, effort);
            return this;
        }

        Problem solvePlainly(PricedStep.Effort effort) {
            fillRows();
            PlainSweeps.solve(n, wanted, stiffness, least, most, rows, step, effort);
            return this;
        }

        private void fillRows() {
            rows.clear();
            for (int r = 0; r < limit.length; r++) {
                rows.begin(limit[r], firstPrice[r]);
                for (int i = 0; i < n.length; i++) {
                    if (Math.abs(coefficient[r][i]) > 0) {
                        rows.add(i, coefficient[r][i]);
                    }
                }
            }
        }

        double price(int row) {
            return rows.price(row);
        }

        /// How far a row is exceeded, as part of what flows through it.
        double excess(int row) {
            double sum = 0;
            double size = 0;
            for (int i = 0; i < n.length; i++) {
                sum += coefficient[row][i] * (n[i] + step[i]);
                size += Math.abs(coefficient[row][i]) * n[i];
            }
            return size > 0 ? (sum - limit[row]) / Math.max(size, Math.abs(limit[row])) : 0;
        }

        /// What the pipe's stiffness makes of the force on it.
        double unclipped(int pipe) {
            double d = wanted[pipe];
            for (int r = 0; r < limit.length; r++) {
                d -= price(r) * coefficient[r][pipe] / stiffness[pipe];
            }
            return d;
        }

        double worstExcess() {
            double worst = 0;
            for (int r = 0; r < limit.length; r++) {
                worst = Math.max(worst, excess(r));
            }
            return worst;
        }

        /// The price of a row as the connections by which it pulls its least stiff pipe.
        double pull(int row) {
            double pull = 0;
            for (int i = 0; i < n.length; i++) {
                pull = Math.max(pull, price(row) * Math.abs(coefficient[row][i]) / stiffness[i]);
            }
            return pull;
        }

        void keepPrices() {
            for (int r = 0; r < limit.length; r++) {
                firstPrice[r] = price(r);
            }
        }

        void assertStationary(String which) {
            for (int i = 0; i < n.length; i++) {
                assertThat(step[i]).as(which).isBetween(least[i], most[i]);
                double stationary = Math.clamp(unclipped(i), least[i], most[i]);
                assertThat(step[i]).as("%s, pipe %d is stationary", which, i).isEqualTo(stationary, within(1e-6));
            }
            for (int r = 0; r < limit.length; r++) {
                assertThat(price(r))
                        .as("%s, price %d", which, r)
                        .isNotNegative()
                        .isFinite();
            }
        }

        /// Whether every row is kept, and every slack row is free.
        boolean isSolved() {
            for (int r = 0; r < limit.length; r++) {
                if (excess(r) > 1e-3 || (excess(r) < -1e-3 && pull(r) > 1e-6)) {
                    return false;
                }
            }
            return true;
        }
    }

    /// A dual method comes near to the solution step by step, and its steps are numbered. So a few of a thousand
    /// problems, those of which the rows leave hardly any room, are not quite solved.
    private static void assertSolved(List<Problem> problems, double most) {
        for (int p = 0; p < problems.size(); p++) {
            problems.get(p).assertStationary("case " + p);
            assertThat(problems.get(p).worstExcess()).as("case %d", p).isLessThan(most);
        }
        assertThat(problems.stream().filter(Problem::isSolved).count()).isGreaterThan(problems.size() * 97 / 100);
    }

    /// As where the wish has grown by prices of before: the price must follow it in one step, not over thousands.
    @Test
    void aLimitIsKeptHoweverFarBeyondItTheWishIs() {
        StepRows rows = new StepRows();
        rows.clear();
        rows.begin(2e6, 0.01);
        rows.add(0, 2e6);
        double[] step = new double[1];
        PricedStep.solve(
                new double[] {2},
                new double[] {50_000},
                new double[] {0.8},
                new double[] {-1},
                new double[] {2},
                rows,
                step,
                PricedStep.Effort.PER_INTERVAL);
        assertThat(step[0]).isCloseTo(-1, within(0.01));
    }

    @Test
    void randomProblemsThatHaveASolutionAreSolved() {
        Random random = new Random(4711);
        List<Problem> problems = new ArrayList<>();
        for (int seed = 0; seed < CASES; seed++) {
            problems.add(Problem.draw(random).solve());
        }
        assertSolved(problems, 0.1);
    }

    @Test
    void wrongPricesToBeginWithDoNotMatter() {
        Random random = new Random(4712);
        List<Problem> problems = new ArrayList<>();
        for (int seed = 0; seed < CASES; seed++) {
            Problem problem = Problem.draw(random);
            for (int r = 0; r < problem.firstPrice.length; r++) {
                problem.firstPrice[r] = 3 * random.nextDouble();
            }
            problems.add(problem.solve());
        }
        assertSolved(problems, 0.1);
    }

    /// Also where no step keeps all rows: both do the same sums in nearly the same order. The worst of these cases is
    /// 3e-14 of the greatest step away; with guarantees, where rounding decides on which side of a bend a search
    /// goes on, 5e-7.
    @Test
    void whatIsLeftOutMovesNoStep() {
        Random random = new Random(4714);
        for (int seed = 0; seed < CASES; seed++) {
            boolean large = seed % 50 == 0;
            Problem problem = large ? Problem.draw(random, 100, 30) : Problem.draw(random);
            for (int r = 0; r < problem.limit.length; r++) {
                double scale = Math.abs(problem.limit[r]);
                problem.limit[r] +=
                        !large && random.nextInt(4) == 0 ? -0.7 * scale : random.nextInt(3) == 0 ? 2 * scale : 0;
                problem.firstPrice[r] = random.nextInt(3) == 0 ? 3 * random.nextDouble() : 0;
            }
            Problem plain = problem.copy();
            PricedStep.Effort effort = random.nextBoolean() ? EXACT : PricedStep.Effort.PER_INTERVAL;
            // The prices of one interval are where the next begins.
            for (int interval = 0; interval < 3; interval++) {
                problem.solve(effort).keepPrices();
                plain.solvePlainly(effort).keepPrices();
                assertThat(apart(problem.step, plain.step))
                        .as("case %d, interval %d", seed, interval)
                        .isLessThan(problem.rows.areOpposed() ? 1e-5 : 1e-12);
            }
        }
    }

    /// As part of the greatest step, or in connections where no step is as long as one.
    private static double apart(double[] step, double[] other) {
        double apart = 0;
        double greatest = 1;
        for (int i = 0; i < step.length; i++) {
            apart = Math.max(apart, Math.abs(step[i] - other[i]));
            greatest = Math.max(greatest, Math.abs(other[i]));
        }
        return apart / greatest;
    }

    @Test
    void rowsThatCannotBeKeptLeaveThePricesFinite() {
        Random random = new Random(4713);
        for (int seed = 0; seed < CASES; seed++) {
            Problem problem = Problem.draw(random);
            for (int i = 0; i < problem.n.length; i++) {
                problem.least[i] = Math.max(problem.least[i], -random.nextDouble());
            }
            if (problem.limit.length > 0) {
                problem.limit[0] -= Math.abs(problem.limit[0]);
            }
            // As in intervals of an infeasible world, each beginning with the prices of the one before.
            for (int interval = 0; interval < 50; interval++) {
                problem.solve().keepPrices();
            }
            problem.assertStationary("case " + seed);
            double[] before = problem.firstPrice.clone();
            for (int interval = 0; interval < 100; interval++) {
                problem.solve().keepPrices();
            }
            for (int r = 0; r < problem.limit.length; r++) {
                assertThat(problem.price(r))
                        .as("case %d, row %d does not rise without end", seed, r)
                        .isLessThanOrEqualTo(1.5 * before[r] + 1e-9 * largest(problem.stiffness));
            }
        }
    }

    @Test
    void aGuaranteeThatABoundRefusesGivesWay() {
        Problem p = new Problem(2, 2);
        p.n[0] = p.n[1] = 5;
        Arrays.fill(p.stiffness, 1);
        Arrays.fill(p.least, -5);
        Arrays.fill(p.most, 5);
        p.coefficient[0][0] = -1;
        p.limit[0] = -8;
        p.coefficient[1][0] = p.coefficient[1][1] = 1;
        p.limit[1] = 4;
        for (int interval = 0; interval < 100; interval++) {
            p.solve().keepPrices();
        }
        // n_0 >= 8 and n_0 + n_1 <= 4: all that the bound leaves goes to the one with the guarantee.
        assertThat(p.n[0] + p.step[0]).isEqualTo(4, within(1e-3));
        assertThat(p.n[1] + p.step[1]).isEqualTo(0, within(1e-3));
        assertThat(p.price(0)).isLessThan(1e4);
    }

    /// A fast pipe and a slow one under a guarantee, and a third on the same link. While no step reached the guarantee,
    /// it pulled the fast one so much that the price of the link is a million times what is needed now.
    @Test
    void whatAnUnreachableGuaranteeHasCostIsForgottenInOneInterval() {
        Problem p = new Problem(3, 2);
        double[] n = {10, 10, 20};
        System.arraycopy(n, 0, p.n, 0, 3);
        double[] stiffness = {0.03, 0.01, 0.02};
        System.arraycopy(stiffness, 0, p.stiffness, 0, 3);
        Arrays.fill(p.wanted, 2);
        Arrays.fill(p.least, -10);
        Arrays.fill(p.most, 4);
        p.coefficient[0] = new double[] {-3, -0.04, 0};
        p.limit[0] = -30.4;
        p.coefficient[1] = new double[] {3, 0.04, 1};
        p.limit[1] = 45;
        p.firstPrice[1] = 2.5e5;
        p.solve(PricedStep.Effort.OPPOSED);
        // The guarantee is 3 x 10 + 0.04 x 10 = 30.4; the link is full with 14.6 of the third.
        assertThat(p.isSolved()).isTrue();
        assertThat(p.n[2] + p.step[2]).isEqualTo(14.6, within(0.1));
        assertThat(p.price(1)).isLessThan(1);
    }

    /// Transfers that have not moved a byte yet, beside a guarantee.
    @Test
    void pipesWithoutSlopeLeaveAllNumbersFinite() {
        Problem p = new Problem(4, 2);
        Arrays.fill(p.n, 1);
        Arrays.fill(p.wanted, 11);
        Arrays.fill(p.stiffness, Double.MIN_NORMAL);
        p.stiffness[0] = 0.06;
        Arrays.fill(p.least, 0);
        Arrays.fill(p.most, 16);
        p.coefficient[0][0] = -0.4;
        p.limit[0] = -60;
        p.coefficient[1] = new double[] {1, 1, 1, 1};
        p.limit[1] = 20;
        p.solve(PricedStep.Effort.OPPOSED);
        assertThat(p.step).doesNotContain(Double.NaN);
        assertThat(p.n[0] + p.step[0]).isEqualTo(17, within(0.1));
        assertThat(p.price(0)).isFinite();
        assertThat(p.price(1)).isFinite();
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }

    @Test
    void clippedPipesDoNotLeadTheSearchRoundInCircles() {
        Problem p = new Problem(3, 1);
        double[] wanted = {0, 7, 7};
        System.arraycopy(wanted, 0, p.wanted, 0, 3);
        Arrays.fill(p.n, 10);
        Arrays.fill(p.stiffness, 1);
        Arrays.fill(p.least, -1);
        Arrays.fill(p.most, 2);
        p.coefficient[0] = new double[] {0.1, 1, 1};
        p.limit[0] = 21;
        // At price 0 only the first pipe is not clipped. Its slope alone leads far beyond the solution, where all are
        // clipped at their least. 0.1 (10 - 0.1 mu) + 2 (10 + 7 - mu) = 21 holds for mu = 14 / 2.01.
        assertThat(p.solve().price(0)).isEqualTo(14 / 2.01, within(1e-2));
    }

    @Test
    void twoPipesShareAnOverdrawnBoundByTheirStiffness() {
        Problem p = new Problem(2, 1);
        p.n[0] = p.n[1] = 5;
        p.wanted[0] = p.wanted[1] = 2;
        p.stiffness[0] = 1;
        p.stiffness[1] = 3;
        Arrays.fill(p.least, -5);
        Arrays.fill(p.most, 5);
        p.coefficient[0][0] = p.coefficient[0][1] = 1;
        p.limit[0] = 10;
        p.solve();
        // 2 - mu + 2 - mu / 3 = 0, so mu = 3: steps of -1 and 1.
        assertThat(p.price(0)).isEqualTo(3, within(1e-2));
        assertThat(p.step).containsExactly(new double[] {-1, 1}, within(1e-2));
    }

    @Test
    void aGuaranteeIsANegativeRow() {
        Problem p = new Problem(2, 1);
        p.n[0] = p.n[1] = 1;
        Arrays.fill(p.stiffness, 1);
        Arrays.fill(p.least, -1);
        Arrays.fill(p.most, 4);
        p.coefficient[0][0] = -100;
        p.limit[0] = -300;
        p.solve();
        // 100 n_0 >= 300: n_0 = 3; a step of 2 against a stiffness of 1 costs 2 / 100 per unit.
        assertThat(p.step).containsExactly(new double[] {2, 0}, within(1e-2));
        assertThat(p.price(0)).isEqualTo(0.02, within(1e-3));
    }

    @Test
    void aRowThatIsSlackHasPriceZeroWhateverItWasBefore() {
        Problem p = new Problem(1, 1);
        p.n[0] = 5;
        p.stiffness[0] = 1;
        p.least[0] = -5;
        p.most[0] = 5;
        p.coefficient[0][0] = 1;
        p.limit[0] = 100;
        p.firstPrice[0] = 7;
        p.solve();
        assertThat(p.price(0)).isZero();
        assertThat(p.step[0]).isZero();
    }
}
