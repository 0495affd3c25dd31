// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads media types, leniently; see [MediaType#parse].
final class MediaTypeReader {
    private static final int MAX_CHARS = 4096;
    private static final int MAX_PARAMETERS = 32;

    private final String text;
    private int at;

    private MediaTypeReader(String text) {
        this.text = text;
    }

    static MediaType read(String text) throws AltoFormatException {
        if (text.length() > MAX_CHARS) {
            throw new AltoFormatException(InvalidReason.MEDIA_TYPE, "media type of " + text.length() + " characters");
        }
        return new MediaTypeReader(text).read();
    }

    private MediaType read() throws AltoFormatException {
        String essence = upToSemicolon();
        int slash = essence.indexOf('/');
        String type = essence.substring(0, Math.max(slash, 0)).strip();
        String subtype = essence.substring(slash + 1).strip();
        if (!isToken(type) || !isToken(subtype)) {
            throw new AltoFormatException(InvalidReason.MEDIA_TYPE, "no type/subtype in a media type");
        }
        SortedMap<String, String> parameters = new TreeMap<>();
        while (at < text.length()) {
            at++; // the semicolon
            parameter(parameters);
        }
        return new MediaType(type, subtype, parameters);
    }

    private void parameter(SortedMap<String, String> parameters) throws AltoFormatException {
        int start = at;
        while (at < text.length() && text.charAt(at) != ';' && text.charAt(at) != '=') {
            at++;
        }
        String name = text.substring(start, at).strip().toLowerCase(Locale.ROOT);
        if (at == text.length() || text.charAt(at) == ';') {
            return; // nothing, or a name without a value
        }
        at++; // the equals sign
        String value = value();
        if (isToken(name)) {
            parameters.putIfAbsent(name, value);
        }
        if (parameters.size() > MAX_PARAMETERS) {
            throw new AltoFormatException(InvalidReason.MEDIA_TYPE, "too many parameters in a media type");
        }
    }

    private String value() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == text.length() || text.charAt(at) != '"') {
            return upToSemicolon().strip();
        }
        StringBuilder value = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                at++;
            }
            value.append(text.charAt(at));
            at++;
        }
        upToSemicolon(); // whatever stands behind the quotes
        return value.toString();
    }

    private String upToSemicolon() {
        int end = text.indexOf(';', at);
        String found = text.substring(at, end < 0 ? text.length() : end);
        at = end < 0 ? text.length() : end;
        return found;
    }

    static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(MediaTypeReader::isTokenChar);
    }

    /// RFC 9110 §5.6.2.
    private static boolean isTokenChar(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }

    static String normalised(String name, String value) {
        return name.equals("type") || name.equals("charset")
                ? value.replaceAll("\\s+", "").toLowerCase(Locale.ROOT)
                : value;
    }

    static String written(String value) {
        return isToken(value) ? value : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
