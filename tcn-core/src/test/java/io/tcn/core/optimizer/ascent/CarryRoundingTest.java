// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CarryRoundingTest {
    private static final int CASES = 1000;

    private final Random random = new Random(20261);
    private final CarryRounding rounding = new CarryRounding(new Random(20262));

    @Test
    void theExpectedValueOverFirstCarriesIsTheNumberItselfInEveryInterval() {
        int carries = 400;
        for (int seed = 0; seed < CASES; seed++) {
            boolean constant = random.nextBoolean();
            double x = drawn();
            double[] carry = new double[carries];
            for (int c = 0; c < carries; c++) {
                // Evenly spread first carries stand for all that may be drawn.
                carry[c] = (c + 0.5) / carries;
            }
            for (int interval = 0; interval < 5; interval++) {
                double sum = 0;
                for (int c = 0; c < carries; c++) {
                    sum += rounding.round(x, carry, c);
                }
                // Of 400 evenly spread carries, at most one more or less is rounded up than the fraction says.
                assertThat(sum / carries).as("case %d, x %f", seed, x).isEqualTo(x, within(1.0 / carries + 1e-9));
                x = constant ? x : drawn();
            }
        }
    }

    @Test
    void drawnCarriesAreEven() {
        int draws = 100_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < draws; i++) {
            double carry = rounding.draw();
            assertThat(carry).isBetween(0.0, Math.nextDown(1.0));
            sum += carry;
            squares += carry * carry;
        }
        // Mean 1/2, standard deviation of the mean 1 / sqrt(12 x 100 000) = 0.0009. Mean of the squares 1/3.
        assertThat(sum / draws).isEqualTo(0.5, within(0.004));
        assertThat(squares / draws).isEqualTo(1.0 / 3, within(0.004));
    }

    @Test
    void sumsNeverDifferByOneOrMore() {
        for (int seed = 0; seed < CASES; seed++) {
            boolean constant = random.nextBoolean();
            double x = drawn();
            double[] carry = {rounding.draw()};
            double wanted = 0;
            long given = 0;
            double worst = 0;
            boolean neighbours = true;
            for (int interval = 0; interval < 200; interval++) {
                wanted += x;
                int rounded = rounding.round(x, carry, 0);
                neighbours &= rounded == (int) Math.floor(x) || rounded == (int) Math.floor(x) + 1;
                given += rounded;
                worst = Math.max(worst, Math.abs(given - wanted));
                x = constant ? x : drawn();
            }
            assertThat(worst).as("case %d", seed).isLessThan(1 + 1e-9);
            assertThat(neighbours).as("case %d", seed).isTrue();
        }
    }

    @Test
    void aQuarterServesEveryFourthInterval() {
        double[] carry = {0.1};
        int[] given = new int[8];
        for (int i = 0; i < 8; i++) {
            given[i] = rounding.round(0.25, carry, 0);
        }
        // Sums 0.35, 0.6, 0.85, 1.1: the fourth is served, and so is every fourth after it.
        assertThat(given).containsExactly(0, 0, 0, 1, 0, 0, 0, 1);
    }

    @Test
    void wholeNumbersStayWhatTheyAre() {
        double[] carry = {0.999};
        for (int x = 0; x < 1000; x++) {
            assertThat(rounding.round(x, carry, 0)).isEqualTo(x);
        }
    }

    private double drawn() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextDouble();
            case 1 -> random.nextInt(5);
            case 2 -> 100 * random.nextDouble();
            default -> 1e-3 * random.nextDouble();
        };
    }
}
