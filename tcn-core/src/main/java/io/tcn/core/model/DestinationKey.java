// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;

/// The name under which a destination is owned: two URLs that RFC 3986, section 6.2.2, tells to be the same file have
/// the same key. Scheme and host in lower case, `davs` as `https` and `dav` as `http`, without the scheme's own port,
/// user, query and fragment; the path without dot segments and empty segments, needless percent-encodings undone.
///
/// A query is left out although it may name another file: exclusion of one too many costs a wait, of one too few a
/// file. What only the storage knows (links, other ports and names of the same file) is not seen.
///
/// @param value the canonical URL
public record DestinationKey(String value) implements Comparable<DestinationKey> {
    public DestinationKey {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("a destination has a URL, given was an empty text");
        }
    }

    /// The key of a destination.
    ///
    /// @throws IllegalArgumentException if the URL has no scheme, or no host where its scheme needs one
    public static DestinationKey of(URI destination) {
        if (isItsOwnKey(destination)) {
            return new DestinationKey(destination.toString());
        }
        String path = destination.getRawPath() == null ? "" : destination.getRawPath();
        return new DestinationKey(Endpoint.of(destination).storage() + canonicalPath(path));
    }

    /// The key of a destination; empty for a URL that names no place on a storage, such as those of simulations.
    public static Optional<DestinationKey> find(URI destination) {
        boolean isPlace = destination.getScheme() != null
                && (destination.getHost() != null || destination.getScheme().equalsIgnoreCase("file"));
        return isPlace ? Optional.of(of(destination)) : Optional.empty();
    }

    /// Whether a URL is canonical already, as most are.
    private static boolean isItsOwnKey(URI destination) {
        String scheme = destination.getScheme();
        String host = destination.getHost();
        String path = destination.getRawPath();
        return scheme != null
                && host != null
                && path != null
                && scheme.length() + "://".length() + host.length() + path.length()
                        == destination.toString().length()
                && isLowerCase(scheme)
                && !scheme.startsWith("dav")
                && !scheme.equals("file")
                && isLowerCase(host)
                && !host.endsWith(".")
                && !host.startsWith("[")
                && isCanonical(path);
    }

    private static boolean isLowerCase(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                return false;
            }
        }
        return true;
    }

    private static String canonicalPath(String rawPath) {
        if (isCanonical(rawPath)) {
            return rawPath;
        }
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : canonicalEncoding(rawPath).split("/", -1)) {
            switch (segment) {
                case "", "." -> {
                    // The same folder.
                }
                case ".." -> segments.pollLast();
                default -> segments.addLast(segment);
            }
        }
        return "/" + String.join("/", segments);
    }

    /// Whether nothing of a path can be written otherwise, as is usual: ASCII without encodings, empty segments and
    /// segments that begin with a dot.
    static boolean isCanonical(String path) {
        int length = path.length();
        if (length < 2 || path.charAt(0) != '/' || path.charAt(length - 1) == '/') {
            return false;
        }
        boolean atStart = false;
        for (int i = 0; i < length; i++) {
            char c = path.charAt(i);
            if (c == '%' || c > 0x7f || (atStart && (c == '/' || c == '.'))) {
                return false;
            }
            atStart = c == '/';
        }
        return true;
    }

    /// Unreserved characters as they are, all others of which one can be encoded as they were given, in upper case.
    private static String canonicalEncoding(String raw) {
        StringBuilder canonical = new StringBuilder(raw.length());
        int i = 0;
        while (i < raw.length()) {
            char c = raw.charAt(i);
            if (c == '%'
                    && i + 2 < raw.length()
                    && HexFormat.isHexDigit(raw.charAt(i + 1))
                    && HexFormat.isHexDigit(raw.charAt(i + 2))) {
                char decoded = (char) HexFormat.fromHexDigits(raw, i + 1, i + 3);
                appendByte(canonical, decoded);
                i += 3;
            } else if (c > 0x7f) {
                int point = raw.codePointAt(i);
                for (byte part : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                    appendByte(canonical, (char) (part & 0xff));
                }
                i += Character.charCount(point);
            } else {
                canonical.append(c);
                i++;
            }
        }
        return canonical.toString();
    }

    private static void appendByte(StringBuilder canonical, char value) {
        boolean unreserved = value < 0x80 && (Character.isLetterOrDigit(value) || "-._~".indexOf(value) >= 0);
        if (unreserved) {
            canonical.append(value);
        } else {
            canonical.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) value));
        }
    }

    @Override
    public int compareTo(DestinationKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
