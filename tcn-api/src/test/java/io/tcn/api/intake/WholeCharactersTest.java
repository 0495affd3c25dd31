// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
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

    /// Against the strict decoder of the JDK: what is UTF-8 comes through, and nothing else.
    @Test
    void bytesThatAreNoUtf8AreRefusedWhereverTheReadingIsCut() throws IOException {
        Random random = new Random(29);
        int[] leads = {
            0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1,
            0xf4, 0xf5, 0xf7, 0xff
        };
        int whole = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] body = new byte[1 + random.nextInt(6)];
            for (int at = 0; at < body.length; at++) {
                body[at] = (byte) leads[random.nextInt(leads.length)];
            }
            boolean isUtf8 = isUtf8(body);
            whole += isUtf8 ? 1 : 0;
            assertThat(isTaken(body)).as("%s", HexFormat.of().formatHex(body)).isEqualTo(isUtf8);
        }
        assertThat(whole).isGreaterThan(100);
    }

    private static boolean isUtf8(byte[] body) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            return true;
        } catch (CharacterCodingException broken) {
            return false;
        }
    }

    private static boolean isTaken(byte[] body) throws IOException {
        try {
            return read(body).length == body.length;
        } catch (Refused refused) {
            return false;
        }
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
