// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.text;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A rate as callers write it in JSON: a number with its unit, such as `1Gbit/s`, `250 Mbit/s` or `2.5Gbps`.
public final class WantedRate {
    /// As much as anybody can ask for, in bit/s.
    private static final BigDecimal MOST_BPS = new BigDecimal("1e15");

    /// And as little: a streamed copy moves pieces of 64 kB, and one that pauses for minutes between them keeps a
    /// connection from others.
    private static final BigDecimal LEAST_BPS = new BigDecimal("1e5");

    private static final Pattern FORM = Pattern.compile("([+-]?[0-9]{1,20}(?:\\.[0-9]{1,20})?)\\s*([A-Za-z/]*)");
    private static final Pattern UNIT = Pattern.compile("([kKMGT]?)(?:bit/s|bps|bit)");
    private static final String EXAMPLE = "write it with its unit, as 250Mbit/s or 1Gbit/s";

    private WantedRate() {}

    /// The rate in bit/s.
    ///
    /// @throws IllegalArgumentException if it is no rate: the message says why and how to write one
    public static double parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("\"" + shown(text) + "\" is no rate: " + EXAMPLE);
        }
        if (form.group(2).isEmpty()) {
            throw new IllegalArgumentException(
                    "\"" + shown(text) + "\" has no unit, and could be bits or bytes of any size: " + EXAMPLE);
        }
        Matcher unit = UNIT.matcher(form.group(2));
        if (!unit.matches()) {
            throw new IllegalArgumentException("\"" + form.group(2)
                    + "\" is no unit of a rate; there are bit/s, kbit/s, Mbit/s, Gbit/s and Tbit/s: " + EXAMPLE);
        }
        int power = switch (unit.group(1)) {
            case "k", "K" -> 3;
            case "M" -> 6;
            case "G" -> 9;
            case "T" -> 12;
            default -> 0;
        };
        BigDecimal bps = new BigDecimal(form.group(1)).scaleByPowerOfTen(power);
        if (bps.compareTo(LEAST_BPS) < 0 || bps.compareTo(MOST_BPS) > 0) {
            throw new IllegalArgumentException(
                    "a rate is from 100 kbit/s to 1000 Tbit/s, given was \"" + shown(text) + "\"");
        }
        return bps.doubleValue();
    }

    private static String shown(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
}
