// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.core.model.DeclaredRange;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A rate as people write it: `20mbit`, `20Mbit/s`, `1.5gbit`, `800kbit`, `1000bit`.
///
/// @param bps bit/s, 0 for no limit
record Rate(double bps) {
    static final Rate NONE = new Rate(0);
    private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(bit|kbit|mbit|gbit)(/s)?");

    /// For picocli.
    static final class Converter implements ITypeConverter<Rate> {
        @Override
        public Rate convert(String text) {
            Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
            if (!form.matches()) {
                throw new TypeConversionException(
                        "a rate is a number and a unit, such as 20Mbit/s (bit, kbit, mbit, gbit)");
            }
            double unit = switch (form.group(2)) {
                case "kbit" -> 1e3;
                case "mbit" -> 1e6;
                case "gbit" -> 1e9;
                default -> 1;
            };
            double bps = Double.parseDouble(form.group(1)) * unit;
            if (bps != 0 && !(bps >= DeclaredRange.LEAST_BPS && bps <= DeclaredRange.MOST_BPS)) {
                throw new TypeConversionException("a rate is 0, for no limit, or from 1 bit/s to 1e9 Gbit/s");
            }
            return new Rate(bps);
        }
    }
}
