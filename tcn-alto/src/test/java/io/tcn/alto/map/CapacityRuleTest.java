// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapacityRuleTest {
    private static @Nullable Double bps(CapacityRule rule, String json) {
        OptionalDouble bps = rule.capacityBps(Answers.properties(json));
        return bps.isPresent() ? (Double) bps.getAsDouble() : null;
    }

    @ParameterizedTest
    @CsvSource({
        "bandwidth:bit, 3, 3",
        "bandwidth:kbit, 3, 3e3",
        "bandwidth:Mbit, 3, 3e6",
        "bandwidth:MBIT, 3, 3e6",
        "bandwidth:Gbit, 0.5, 5e8",
        "bandwidth:Tbit, 1, 1e12",
        "bandwidth:byte, 3, 24",
        "bandwidth:kbyte, 3, 24e3",
        "bandwidth:Mbyte, 3, 24e6",
        "bandwidth:Gbyte, 3, 24e9",
        "bandwidth:bit, 2.9, 2",
        "bandwidth:bit, 0, 0",
        "bandwidth:bit, -1,",
        "bandwidth:bit, null,",
        "bandwidth:bit, true,",
        "bandwidth:Tbit, 1e308,"
    })
    void q01TheUnitBehindTheColonMakesBitsPerSecond(String rule, String value, @Nullable Double expectedBps) {
        assertThat(bps(CapacityRule.parse(List.of(rule), false), "{\"bandwidth\": " + value + "}"))
                .isEqualTo(expectedBps);
    }

    @Test
    void theFirstPropertyWithANumberDecides() {
        CapacityRule rule = CapacityRule.parse(List.of("max-reservable-bandwidth", "priv:cap:Mbit"), false);
        assertThat(rule.names()).containsExactly("max-reservable-bandwidth", "priv:cap");
        assertThat(bps(rule, "{\"max-reservable-bandwidth\": 5, \"priv:cap\": 1}"))
                .isEqualTo(5);
        assertThat(bps(rule, "{\"max-reservable-bandwidth\": null, \"priv:cap\": 1}"))
                .isEqualTo(1e6);
        assertThat(bps(rule, "{\"other\": 1}")).isNull();
    }

    @Test
    void numbersAsTextCountOnlyWithLenient() {
        assertThat(bps(CapacityRule.parse(List.of("b:bit"), true), "{\"b\": \"1e3\"}"))
                .isEqualTo(1000);
        assertThat(bps(CapacityRule.parse(List.of("b:bit"), true), "{\"b\": \"ten\"}"))
                .isNull();
        assertThat(bps(CapacityRule.parse(List.of("b:bit"), false), "{\"b\": \"1e3\"}"))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bandwidth", "bandwidth:", ":bit", "bandwidth:furlong", "bandwidth:bit ", ""})
    void aPropertyWithoutAUnitIsRefusedAndTheMessageSaysWhatToWrite(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CapacityRule.parse(List.of(text), false))
                .withMessageContaining("bandwidth:Mbit");
    }
}
