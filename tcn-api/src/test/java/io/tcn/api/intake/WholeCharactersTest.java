// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class WholeCharactersTest {
    private static byte[] read(byte[] body) throws IOException {
        try (InputStream in = new WholeCharacters(new ByteArrayInputStream(body))) {
            return in.readAllBytes();
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "\"\\ud83d\\ude80 and \\uD83D\\uDE80\"",
                "\"🚀 é ퟿ \"",
                // No escapes: the backslash itself is escaped.
                "\"\\\\ud800\"",
                "\"\\\\\\\\ud800\"",
                "\"\\n\\t\\u0041\\u000a\"",
                "\"\\ud83d\\ude80\\ud83d\\ude80\"",
                // No JSON at all: not for us to say.
                "\"\\u12",
                "\"\\uzzzz\"",
                "\\"
            })
    void whatIsWholeComesThroughAsItIs(String text) throws IOException {
        assertThat(read(utf8(text))).isEqualTo(utf8(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\\ud800\"",
                "\"a\\udce9.dat\"",
                "\"\\ud83d\\ud83d\\ude80\"",
                "\"\\ud83dx\\ude80\"",
                "\"\\ud83d\\n\"",
                "\"\\ud83d\\u0041\"",
                "\"\\ude80\\ud83d\"",
                "\"\\\\\\udc00\"",
                "\"\\ud83d",
            })
    void halvesAreRefused(String text) {
        assertThatThrownBy(() -> read(utf8(text)))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.getBody().getDetail()).contains("half a character"));
    }

    @Test
    void halvesAsBytesAreRefusedAndSoAreZerosAndOtherEncodings() {
        byte[] high = {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'};
        byte[] low = {'"', (byte) 0xed, (byte) 0xb3, (byte) 0xa9, '"'};
        for (byte[] body : new byte[][] {
            high, low, utf8("\"\\u0000\""), utf8("\"\u0000\""), "{}".getBytes(StandardCharsets.UTF_16LE)
        }) {
            assertThatThrownBy(() -> read(body)).isInstanceOf(Refused.class);
        }
    }

    @Test
    void itSaysWhatTheReaderOfJsonSees() throws IOException {
        JsonMapper mapper = JsonMapper.builder().build();
        Random random = new Random(13);
        String[] parts = {
            "\\ud83d", "\\ude80", "\\\\", "u", "d800", "x", "\\n", "é", "🚀", "\\u0041", "\\uDBFF", "\\uDC00"
        };
        int refused = 0;
        for (int round = 0; round < 5000; round++) {
            StringBuilder text = new StringBuilder("\"");
            for (int i = random.nextInt(6); i > 0; i--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            byte[] body = utf8(text.append('"').toString());
            String value = mapper.readValue(body, String.class);
            boolean whole = StandardCharsets.UTF_8.newEncoder().canEncode(value);
            try {
                assertThat(read(body)).isEqualTo(body);
                assertThat(whole).as(text.toString()).isTrue();
            } catch (Refused half) {
                refused++;
                assertThat(whole).as(text.toString()).isFalse();
            }
        }
        assertThat(refused).isBetween(500, 4500);
    }
}
