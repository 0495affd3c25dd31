// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// Reads `Retry-After`: seconds, or a date (RFC 9110 §10.2.3). What asks for more than an hour gets an hour.
final class RetryAfter {
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int MAX_DIGITS = 9;

    private RetryAfter() {}

    static Optional<Duration> of(Answer<?> answer, Instant now) {
        return answer.headers().firstValue("Retry-After").map(String::strip).flatMap(text -> parse(text, now));
    }

    static Optional<Duration> parse(String text, Instant now) {
        Duration wait;
        if (!text.isEmpty() && text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            wait = Duration.ofSeconds(Long.parseLong(text));
        } else {
            try {
                wait = Duration.between(now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
            } catch (DateTimeException | ArithmeticException e) {
                return Optional.empty();
            }
        }
        if (wait.isNegative()) {
            return Optional.of(Duration.ZERO);
        }
        return Optional.of(wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
    }
}
