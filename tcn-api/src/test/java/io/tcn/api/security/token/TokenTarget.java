// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import io.tcn.core.port.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// The readers of tokens, for the fuzzer. No issuer is known, so nobody is asked.
public final class TokenTarget {
    private static final TimeSource TIME = new TimeSource() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Instant now() {
            return Instant.parse("2026-03-01T12:00:00Z");
        }
    };
    private static final TokenVerifier VERIFIER =
            new TokenVerifier(new TokenProperties(List.of(), Duration.ofSeconds(60)), JsonMapper.shared(), TIME);
    private static final TokenCheck CHECK = new TokenCheck(VERIFIER, JsonMapper.shared(), TIME);

    private TokenTarget() {}

    /// Reads; a refusal is an answer too.
    @SuppressWarnings("EmptyCatch")
    public static void read(byte[] bytes) {
        String token = new String(bytes, StandardCharsets.UTF_8);
        try {
            VERIFIER.verify(token);
            throw new IllegalStateException("a token of nobody was accepted");
        } catch (TokenRefusedException refusal) {
            // as it should be
        }
        try {
            CHECK.checkTransferToken(token);
            throw new IllegalStateException("a token of nobody was accepted for a transfer");
        } catch (IllegalArgumentException refusal) {
            // as it should be
        }
    }
}
