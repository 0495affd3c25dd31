// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StochasticRoundingTest {
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5, 2.75, 1e-3, 1e6 + 0.25, -0.3, -0.999, -7.1})
    void theExpectedValueIsTheNumberItself(double x) {
        int draws = 200_000;
        StochasticRounding rounding = new StochasticRounding(new Random(42));
        double sum = 0;
        for (int i = 0; i < draws; i++) {
            long rounded = rounding.round(x);
            assertThat(rounded == (long) Math.floor(x) || rounded == (long) Math.floor(x) + 1)
                    .isTrue();
            sum += rounded;
        }
        // Each draw has variance p (1 - p), p being the fraction; four sigmas of their mean.
        double p = x - Math.floor(x);
        double sigma = Math.sqrt(p * (1 - p) / draws);
        assertThat(sum / draws).isEqualTo(x, within(4 * sigma));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 17, -1, -5})
    void aWholeNumberStaysWhatItIs(double x) {
        StochasticRounding rounding = new StochasticRounding(new Random(1));
        for (int i = 0; i < 100; i++) {
            assertThat(rounding.round(x)).isEqualTo((long) x);
        }
    }

    @Test
    void roundsUpExactlyWhenTheDrawIsBelowTheFraction() {
        ScriptedRandom random = new ScriptedRandom();
        StochasticRounding rounding = new StochasticRounding(random);
        random.uniform(0.24);
        assertThat(rounding.round(2.25)).isEqualTo(3);
        assertThat(rounding.round(-2.75)).isEqualTo(-2);
        random.uniform(0.25);
        assertThat(rounding.round(2.25)).isEqualTo(2);
        assertThat(rounding.round(-2.75)).isEqualTo(-3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void whatIsNotFiniteIsRefused(double x) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StochasticRounding(new Random(1)).round(x))
                .withMessageContaining("finite");
    }
}
