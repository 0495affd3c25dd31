// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.security.Caller;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Marks of forms end.
class CsrfTest {
    private static final Caller OPERATOR = new Caller(
            "/CN=operator",
            Caller.Method.CERTIFICATE,
            List.of(UserId.of("cms")),
            List.of(),
            List.of(),
            Map.of(),
            true,
            null,
            null);

    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final Csrf csrf = new Csrf(new TimeSource() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Instant now() {
            return now;
        }
    });

    @Test
    void aMarkIsGoodForTwelveHours() {
        String mark = csrf.mark(OPERATOR);
        now = now.plus(Duration.ofHours(12));
        assertThatCode(() -> csrf.check(mark, OPERATOR)).doesNotThrowAnyException();
        now = now.plusSeconds(1);
        assertThatThrownBy(() -> csrf.check(mark, OPERATOR)).hasMessageContaining("too old");
    }

    @Test
    void aMarkOfAnotherStartOrWithALaterEndIsNone() {
        String mark = csrf.mark(OPERATOR);
        Csrf other = new Csrf(SYSTEM);
        assertThatThrownBy(() -> other.check(mark, OPERATOR)).hasMessageContaining("load the page again");
        String later = Long.toString(now.getEpochSecond() + 1_000_000) + mark.substring(mark.indexOf('.'));
        assertThatThrownBy(() -> csrf.check(later, OPERATOR)).hasMessageContaining("load the page again");
        for (String none : List.of("", ".", "x", "-1.00", "9".repeat(30) + ".00")) {
            assertThatThrownBy(() -> csrf.check(none, OPERATOR)).as(none).hasMessageContaining("load the page again");
        }
    }

    private static final TimeSource SYSTEM = new TimeSource() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Instant now() {
            return Instant.parse("2026-03-01T12:00:00Z");
        }
    };
}
