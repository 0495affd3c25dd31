// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.http.HttpFields;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/// Reads `Retry-After`: seconds, or a date (RFC 9110 §10.2.3).
final class RetryAfter {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("d MMM uuuu HH:mm:ss", Locale.ENGLISH);

    private RetryAfter() {}

    /// How long the server asks to be left alone; empty if it does not say, or not in words that we know.
    static Optional<Duration> of(HttpFields fields, Instant now) {
        Optional<String> text = fields.first("Retry-After").map(String::strip);
        if (text.isEmpty() || text.get().isEmpty()) {
            return Optional.empty();
        }
        if (text.get().chars().allMatch(c -> c >= '0' && c <= '9')) {
            // more digits than nine are more than 30 years
            String digits = text.get().length() > 9 ? "999999999" : text.get();
            return Optional.of(Duration.ofSeconds(Long.parseLong(digits)));
        }
        return date(text.get())
                .map(then -> Duration.between(now, then))
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait);
    }

    /// A date of HTTP. The weekday is not looked at: some servers get it wrong.
    static Optional<Instant> date(String text) {
        int comma = text.indexOf(',');
        String plain = text.substring(comma + 1).strip();
        if (!plain.endsWith(" GMT")) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDateTime.parse(plain.substring(0, plain.length() - 4), DATE)
                    .toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
