// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.SafeText;
import io.tcn.agent.Side;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {
    private static final int MEBIBYTE = 1 << 20;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bearer=",
                "=",
                "?",
                "?=",
                "bearer",
                "authorization",
                "%20",
                "://",
                "://a",
                "@",
                "\"",
                " ",
                "\t\r\n",
                "<a",
                "<a:",
                "<collection ",
                "iscollection> ",
                "rejected a",
                "status code ",
                "error: ",
                "\u202e",
                "\ud83d"
            })
    void aMebibyteOfAnyPieceIsReadToItsEnd(String piece) {
        String attack = piece.repeat(MEBIBYTE / piece.length());
        String begun = "bearer" + attack;

        assertThat(SafeText.of(attack)).hasSizeLessThanOrEqualTo(403);
        assertThat(SafeText.of(begun)).hasSizeLessThanOrEqualTo(403);
        assertThat(TpcFailureText.judge(Side.SOURCE, "remote side " + attack).code())
                .isNotNull();
        assertThat(TpcFailureText.judgeStatus(Side.DESTINATION, 400, attack).code())
                .isNotNull();
        byte[] bytes = ("Perf Marker\n" + attack).getBytes(StandardCharsets.UTF_8);
        assertThat(new MarkerParser().feed(bytes, bytes.length)).isEmpty();
    }

    @Test
    void aTokenIsHiddenHoweverItIsWritten() {
        assertThat(SafeText.of("bearer" + "=".repeat(3_000) + "abc.def")).doesNotContain("abc");
        assertThat(SafeText.of("bea\u200brer ab\u200bc.def")).doesNotContain("abc");
        assertThat(SafeText.of("Authorization:\tBearer%20Bearer abc.def <x>")).isEqualTo("Authorization (hidden) <x>");
    }

    @Test
    void aQuestionMarkAloneIsNoQuery() {
        assertThat(SafeText.of("who? me? /f?a=b&c=d or /g?$1 x")).isEqualTo("who? me? /f or /g?$1 x");
    }

    @Test
    void charactersThatTurnOrHideOthersAreTakenOut() {
        assertThat(SafeText.of("a\u202eb\u2066c\u2069d\u200ee\u200bf\ufeffg\u00adh\ud83di"))
                .isEqualTo("abcdefghi");
        assertThat(SafeText.of("one\u0085two\u2028three\u001b[31m\u00a0four")).isEqualTo("one two three [31m four");
        assertThat(SafeText.of(URI.create("https://host/a\u202etxt"))).isEqualTo("https://host/atxt");
    }

    @Test
    void aCutNeverSplitsACharacter() {
        assertThat(SafeText.of("a" + "\ud83d\ude00".repeat(400))).endsWith("\ude00...");
    }
}
