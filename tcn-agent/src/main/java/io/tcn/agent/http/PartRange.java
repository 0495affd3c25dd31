// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the header `Content-Range` of an answer says (RFC 9110, section 14.4).
///
/// @param from first byte
/// @param to byte after the last one
/// @param fileBytes size of the whole file, or -1 if it is not said
record PartRange(long from, long to, long fileBytes) {
    private static final Pattern SYNTAX = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18}|\\*)");

    /// Reads the header; empty for anything but one range of bytes.
    static Optional<PartRange> parse(String header) {
        Matcher matcher = SYNTAX.matcher(header.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String whole = matcher.group(3);
        return Optional.of(new PartRange(
                Long.parseLong(matcher.group(1)),
                Long.parseLong(matcher.group(2)) + 1,
                whole.equals("*") ? -1 : Long.parseLong(whole)));
    }

    /// Whether it is a part that was asked for, or the beginning of it.
    boolean begins(long first, long end) {
        return from == first && to > first && to <= end;
    }
}
