// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A part of a file.
///
/// @param from first byte
/// @param to byte after the last one
record ByteRange(long from, long to) {
    private static final Pattern SYNTAX = Pattern.compile("bytes=(\\d{1,18})-(\\d{0,18})");

    long length() {
        return to - from;
    }

    /// Reads a `Range` header; empty, which means the whole file, for anything but one plain range inside the file.
    static Optional<ByteRange> parse(@Nullable String header, long sizeBytes) {
        if (header == null) {
            return Optional.empty();
        }
        Matcher matcher = SYNTAX.matcher(header.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long from = Long.parseLong(matcher.group(1));
        String last = matcher.group(2);
        long to = last.isEmpty() ? sizeBytes : Math.min(sizeBytes, Long.parseLong(last) + 1);
        return from < to ? Optional.of(new ByteRange(from, to)) : Optional.empty();
    }
}
