// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.junit.jupiter.api.Test;

class DenseSimplexTest {
    @Test
    void aSmallProgrammeIsSolvedWithItsPrices() {
        // max 3x + 2y, x + y <= 4, x + 3y <= 9, x <= 3: x = 3, y = 1, worth 11; one more of the first limit is worth 2
        // (y), one more of the last 1 (x instead of y).
        DenseSimplex.Solution solution = DenseSimplex.solve(
                new double[][] {{1, 1}, {1, 3}, {1, 0}}, new double[] {4, 9, 3}, new double[] {3, 2});
        assertThat(solution.worth()).isCloseTo(11, within(1e-9));
        assertThat(solution.prices()).containsExactly(new double[] {2, 0, 1}, within(1e-9));
    }

    @Test
    void whereNothingCanBeGainedItIsWorthNothing() {
        assertThat(DenseSimplex.solve(new double[][] {{1}}, new double[] {0}, new double[] {1})
                        .worth())
                .isZero();
        assertThat(DenseSimplex.solve(new double[0][], new double[0], new double[] {-1})
                        .worth())
                .isZero();
    }

    @Test
    void anObjectiveWithoutLimitIsRefused() {
        assertThatThrownBy(() -> DenseSimplex.solve(new double[][] {{-1}}, new double[] {1}, new double[] {1}))
                .isInstanceOf(DenseSimplex.UnsolvedException.class)
                .hasMessageContaining("no limit");
    }

    @Test
    void itAgreesWithAnotherSolver() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            int rows = 1 + random.nextInt(12);
            int columns = 1 + random.nextInt(12);
            double[][] matrix = new double[rows + 1][columns];
            double[] limits = new double[rows + 1];
            double[] objective = random.doubles(columns, 0.1, 2).toArray();
            List<LinearConstraint> constraints = new ArrayList<>();
            for (int i = 0; i <= rows; i++) {
                for (int j = 0; j < columns; j++) {
                    // The last row limits everything; no number is 1, see the test of Feasibility.
                    matrix[i][j] = i == rows ? 0.5 : random.nextInt(3) == 0 ? random.nextDouble(-1, 2) : 0;
                }
                limits[i] = i < rows && random.nextBoolean() ? 0 : random.nextDouble(1, 9);
                constraints.add(new LinearConstraint(matrix[i], Relationship.LEQ, limits[i]));
            }
            double expected = new SimplexSolver()
                    .optimize(
                            new MaxIter(10_000),
                            new LinearObjectiveFunction(objective, 0),
                            new LinearConstraintSet(constraints),
                            GoalType.MAXIMIZE,
                            new NonNegativeConstraint(true))
                    .getValue();
            assertThat(DenseSimplex.solve(matrix, limits, objective).worth())
                    .as("seed " + seed)
                    .isCloseTo(expected, within(1e-5));
        }
    }
}
