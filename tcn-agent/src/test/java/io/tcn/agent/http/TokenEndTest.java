// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class TokenEndTest {
    private static String coded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void aWebTokenSaysIt() {
        String token =
                coded("{\"alg\":\"none\"}") + "." + coded("{\"sub\":\"a\",\"exp\" : 1795225543,\"iat\":1}") + ".x";

        assertThat(TokenEnd.of(token)).contains(Instant.ofEpochSecond(1_795_225_543));
    }

    @Test
    void aMacaroonSaysIt() {
        String token = coded("0016location x\n0012cid before:2026-11-26T12:00:00.123Z\n");

        assertThat(TokenEnd.of(token)).contains(Instant.parse("2026-11-26T12:00:00.123Z"));
    }

    @Test
    void othersDoNot() {
        assertThat(TokenEnd.of("")).isEmpty();
        assertThat(TokenEnd.of("secret")).isEmpty();
        assertThat(TokenEnd.of("a.b.c")).isEmpty();
        assertThat(TokenEnd.of("..")).isEmpty();
        assertThat(TokenEnd.of(coded("before:2026-13-41T99:99Z"))).isEmpty();
    }
}
