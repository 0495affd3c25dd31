// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.security.token.BearerToken;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private Instant now = NOW;
    private final Sessions sessions = new Sessions(
            new TimeSource() {
                @Override
                public long nanoTime() {
                    return Duration.between(NOW, now).toNanos();
                }

                @Override
                public Instant now() {
                    return now;
                }
            },
            properties(Duration.ofHours(8)));

    private static LoginProperties properties(Duration session) {
        return new LoginProperties(session);
    }

    private static BearerToken person(String subject) {
        return new BearerToken(
                "secret", "https://iam.example.org/", subject, null, List.of(), List.of(), false, NOW.plusSeconds(60));
    }

    @Test
    void aSessionEndsAfterItsTimeAndNotWithTheTokenThatBeganIt() {
        String id = sessions.begin(person("alice"));

        now = NOW.plus(Duration.ofHours(8)).minusMillis(1);
        assertThat(sessions.find(id)).hasValueSatisfying(session -> {
            assertThat(session.person().subject()).isEqualTo("alice");
            assertThat(session.person().value()).isEmpty();
            assertThat(session.ends()).isEqualTo(NOW.plus(Duration.ofHours(8)));
        });
        now = now.plusMillis(1);
        assertThat(sessions.find(id)).isEmpty();
        assertThat(sessions.count()).isZero();
    }

    @Test
    void aSessionEndsWhenToldAndOnlyThatOne() {
        String one = sessions.begin(person("alice"));
        String other = sessions.begin(person("alice"));

        sessions.end(one);
        sessions.end("never was");

        assertThat(sessions.find(one)).isEmpty();
        assertThat(sessions.find(other)).isPresent();
    }

    @Test
    void ofOnePersonTheOldestGoesAndOthersStay() {
        String bob = sessions.begin(person("bob"));
        List<String> ofAlice = new ArrayList<>();
        for (int i = 0; i < 21; i++) {
            ofAlice.add(sessions.begin(person("alice")));
        }

        assertThat(sessions.find(bob)).isPresent();
        assertThat(sessions.find(ofAlice.getFirst())).isEmpty();
        assertThat(ofAlice.subList(1, 21))
                .allSatisfy(id -> assertThat(sessions.find(id)).isPresent());
        assertThat(new HashSet<>(ofAlice)).hasSize(21);
    }

    @Test
    void memoryIsBounded() {
        String first = sessions.begin(person("first"));
        for (int i = 0; i < 10_000; i++) {
            sessions.begin(person("p" + i));
        }

        assertThat(sessions.count()).isEqualTo(10_000);
        assertThat(sessions.find(first)).isEmpty();
    }

    @Test
    void aSessionWithoutAnEndIsRefused() {
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(31))) {
            assertThatThrownBy(() -> properties(wrong)).hasMessageContaining("tcn.security.session");
        }
    }
}
