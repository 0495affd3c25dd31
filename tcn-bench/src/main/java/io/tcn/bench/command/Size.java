// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.command;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A size as people write it: `4GiB`, `500MB`, `1048576`.
///
/// @param bytes the size
record Size(long bytes) {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,15})(b|kb|mb|gb|kib|mib|gib)?");

    /// For picocli.
    static final class Converter implements ITypeConverter<Size> {
        @Override
        public Size convert(String text) {
            Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
            if (!form.matches()) {
                throw new TypeConversionException("a size is a whole number and a unit, such as 4GiB (B, kB, MB, GB,"
                        + " KiB, MiB, GiB), given was \"" + text + "\"");
            }
            String name = form.group(2) == null ? "b" : form.group(2);
            long unit = switch (name) {
                case "kb" -> 1_000L;
                case "mb" -> 1_000_000L;
                case "gb" -> 1_000_000_000L;
                case "kib" -> 1L << 10;
                case "mib" -> 1L << 20;
                case "gib" -> 1L << 30;
                default -> 1L;
            };
            try {
                return new Size(Math.multiplyExact(Long.parseLong(form.group(1)), unit));
            } catch (ArithmeticException e) {
                throw new TypeConversionException("the size " + text + " is too large");
            }
        }
    }
}
