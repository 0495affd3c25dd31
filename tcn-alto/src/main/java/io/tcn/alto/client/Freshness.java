// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.http.HttpFields;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// How long an answer may be used without asking again (RFC 9111 §4.2). The promise is cut to ten minutes: a server
/// that says a year would otherwise keep us from all news.
final class Freshness {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private Freshness() {}

    /// The end of freshness; the time of receipt when the answer is not to be used again unasked.
    static Instant until(HttpFields fields, Instant received) {
        Duration lifetime = Duration.ZERO;
        boolean told = false;
        for (String field : fields.values().getOrDefault("Cache-Control", List.of())) {
            for (String directive : field.toLowerCase(Locale.ROOT).split(",", 64)) {
                String word = directive.strip();
                if (word.equals("no-cache") || word.equals("no-store") || word.startsWith("no-cache=")) {
                    return received;
                }
                if (word.startsWith("max-age=")) {
                    told = true;
                    lifetime = seconds(word.substring("max-age=".length()));
                }
            }
        }
        if (!told) {
            lifetime = fields.first("Expires")
                    .flatMap(RetryAfter::date)
                    .map(end -> Duration.between(
                            fields.first("Date").flatMap(RetryAfter::date).orElse(received), end))
                    .orElse(Duration.ZERO);
        }
        if (lifetime.isNegative()) {
            return received;
        }
        return received.plus(lifetime.compareTo(LONGEST) > 0 ? LONGEST : lifetime);
    }

    private static Duration seconds(String text) {
        String digits = text.replace("\"", "");
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Duration.ZERO;
        }
        return digits.length() > 9 ? LONGEST : Duration.ofSeconds(Long.parseLong(digits));
    }
}
