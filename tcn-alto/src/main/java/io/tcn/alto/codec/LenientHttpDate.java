// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Dates as HTTP writes them (RFC 9110 §5.6.7), without a look at the weekday: examples of RFC 8896 carry wrong
/// ones.
public final class LenientHttpDate {
    private static final int MAX_CHARS = 64;
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final Pattern DATE = Pattern.compile("(?:[a-z]+,?\\s+)?(\\d{1,2})[ -]([a-z]{3})[ -](\\d{4})\\s+"
            + "(\\d{1,2}):(\\d{2}):(\\d{2})(?:\\s+(?:gmt|utc|z))?");

    private LenientHttpDate() {}

    /// Reads a date such as `Tue, 1 Jul 2014 13:00:00 GMT`.
    ///
    /// @throws AltoFormatException if it is none
    public static Instant parse(String text) throws AltoFormatException {
        Matcher matcher =
                DATE.matcher(text.length() > MAX_CHARS ? "" : text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw notADate();
        }
        try {
            return LocalDateTime.of(
                            number(matcher, 3),
                            MONTHS.indexOf(matcher.group(2)) + 1, // an unknown month is 0, which is refused
                            number(matcher, 1),
                            number(matcher, 4),
                            number(matcher, 5),
                            Math.min(number(matcher, 6), 59)) // a leap second is the one before
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException impossible) {
            throw notADate();
        }
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    private static AltoFormatException notADate() {
        return new AltoFormatException(InvalidReason.DATE, "not a date of HTTP");
    }
}
