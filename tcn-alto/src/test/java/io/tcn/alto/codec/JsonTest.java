// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.JsonNumbers;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{}x",
                "{} {}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":1,}",
                "[1,]",
                "NaN",
                "Infinity",
                "-",
                "01",
                "'a'",
                "{a:1}",
                "\"\u0001\"",
                "// x\n1",
                "+1",
                ".5",
                "1.",
                "\"\\x\"",
                "tru",
                "[1 2]",
                "\"a"
            })
    void whatIsNotJsonIsRefused(String text) {
        assertRefused(InvalidReason.JSON, () -> Json.read(Fixtures.utf8(text)));
    }

    @Test
    void otherEncodingsAreRefused() {
        assertRefused(InvalidReason.JSON, () -> Json.read("{}".getBytes(StandardCharsets.UTF_16BE)));
        assertRefused(InvalidReason.JSON, () -> Json.read("{}".getBytes(StandardCharsets.UTF_16LE)));
        assertRefused(InvalidReason.JSON, () -> Json.read("{}".getBytes(StandardCharsets.UTF_16)));
        assertRefused(InvalidReason.JSON, () -> Json.read(new byte[] {'"', (byte) 0xFF, '"'}));
    }

    @Test
    void aMarkAtTheStartIsBorne() throws Exception {
        assertThat(Json.read(Fixtures.utf8("\uFEFF{\"a\":1}")).get("a").intValue())
                .isEqualTo(1);
    }

    @Test
    void depthIsBounded() throws Exception {
        assertThat(Json.read(Fixtures.utf8("[".repeat(64) + "]".repeat(64))).isArray())
                .isTrue();
        assertRefused(InvalidReason.JSON, () -> Json.read(Fixtures.utf8("[".repeat(65) + "]".repeat(65))));
        assertRefused(InvalidReason.JSON, () -> Json.read(Fixtures.utf8("[".repeat(1_000_000))));
    }

    @Test
    void treesAreBounded() {
        assertRefused(InvalidReason.JSON, () -> Json.read(Fixtures.utf8("[0" + ",0".repeat(4_000_000) + "]")));
    }

    @Test
    void numbersBeyondDoubleAreNotKnown() throws Exception {
        assertThat(JsonNumbers.finite(Json.read(Fixtures.utf8("1e400")))).isEmpty();
        assertThat(JsonNumbers.finite(Json.read(Fixtures.utf8("9".repeat(350)))))
                .isEmpty();
        assertThat(JsonNumbers.finite(Json.read(Fixtures.utf8("50000000000")))).hasValue(5e10);
        assertThat(JsonNumbers.finite(Json.read(Fixtures.utf8("5e10")))).hasValue(5e10);
        assertRefused(InvalidReason.JSON, () -> Json.read(Fixtures.utf8("9".repeat(5000))));
    }

    @Test
    void stringsAreNumbersOnlyWhenAsked() throws Exception {
        assertThat(JsonNumbers.finite(Json.read(Fixtures.json("'5e10'")))).isEmpty();
        assertThat(JsonNumbers.lenient(Json.read(Fixtures.json("' 5e10 '")))).hasValue(5e10);
        for (String text : new String[] {"'NaN'", "'0x10'", "'1e999'", "''", "'Infinity'", "'5d'", "'1_0'"}) {
            assertThat(JsonNumbers.lenient(Json.read(Fixtures.json(text))))
                    .as(text)
                    .isEmpty();
        }
    }

    @Test
    void refusalsHoldNoPieceOfTheBody() {
        Assertions.assertThatExceptionOfType(AltoFormatException.class)
                .isThrownBy(() -> Json.read(Fixtures.utf8("{\"secret\": hush}")))
                .withMessageContaining("line 1")
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("hush", "secret"));
    }
}
