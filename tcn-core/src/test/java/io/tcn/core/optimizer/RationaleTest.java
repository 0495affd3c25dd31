// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class RationaleTest {
    private static void saysTheSame(double figure) {
        Rationale rationale = Rationale.of(Reason.GRADIENT_STEP, Map.of("gradient", figure, "n", -figure));
        assertThat(rationale.inWords())
                .isEqualTo(String.format(
                        Locale.ROOT, "%s (gradient=%.4g, n=%.4g)", Reason.GRADIENT_STEP.words(), figure, -figure));
    }

    @Test
    void aReasonWithoutFiguresIsItsWords() {
        assertThat(Rationale.of(Reason.IDLE).inWords()).isEqualTo(Reason.IDLE.words());
    }

    @Test
    void figuresAtTheEdgesAreAsTheFormatterHasThem() {
        DoubleStream.of(
                        0,
                        -0.0,
                        1,
                        12,
                        123,
                        1234,
                        9999,
                        9999.4,
                        9999.5,
                        10_000,
                        12345,
                        12355,
                        99995,
                        0.4,
                        0.1,
                        0.001,
                        0.0001,
                        0.00012344,
                        0.00012345,
                        0.00009999,
                        0.000099999,
                        0.99995,
                        0.999949,
                        1e7,
                        123456789,
                        1e-7,
                        1e100,
                        1.5e-100,
                        Double.MAX_VALUE,
                        Double.MIN_VALUE,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY)
                .forEach(RationaleTest::saysTheSame);
    }

    @Test
    void anyFigureIsAsTheFormatterHasIt() {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 20_000; i++) {
            double size = Math.pow(10, random.nextInt(-12, 13));
            saysTheSame(size * random.nextDouble());
            // Few digits, so that halves come.
            saysTheSame(size * random.nextInt(100_000) / 100_000);
        }
    }
}
