// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.LenientHttpDate;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.AltoFormatException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Reads `Retry-After`: seconds, or a date (RFC 9110 §10.2.3).
final class RetryAfter {
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
        try {
            return Optional.of(LenientHttpDate.parse(text));
        } catch (AltoFormatException e) {
            return Optional.empty();
        }
    }
}
