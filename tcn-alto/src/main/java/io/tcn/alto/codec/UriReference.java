// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import org.jspecify.annotations.Nullable;

/// Resolves references to resources as RFC 3986 §5.2 says. The JDK's `URI` follows its predecessor, which
/// resolves the empty reference and `?query` differently.
public final class UriReference {
    private static final int MAX_CHARS = 8192;

    private UriReference() {}

    private record Parts(
            @Nullable String scheme,
            @Nullable String authority,
            String path,
            @Nullable String query,
            @Nullable String fragment) {
        @Override
        public String toString() {
            return (scheme == null ? "" : scheme + ":")
                    + (authority == null ? "" : "//" + authority)
                    + path
                    + (query == null ? "" : "?" + query)
                    + (fragment == null ? "" : "#" + fragment);
        }
    }

    /// The absolute address that a reference means.
    ///
    /// @param base absolute address of the document that holds the reference
    /// @throws AltoFormatException if one of them cannot be read, or the base is not absolute
    public static String resolve(String base, String reference) throws AltoFormatException {
        Parts from = parts(base);
        Parts to = parts(reference);
        if (from.scheme == null) {
            throw bad("the base is not absolute");
        }
        Parts target;
        if (to.scheme != null) {
            target = new Parts(to.scheme, to.authority, withoutDots(to.path), to.query, to.fragment);
        } else if (to.authority != null) {
            target = new Parts(from.scheme, to.authority, withoutDots(to.path), to.query, to.fragment);
        } else if (to.path.isEmpty()) {
            String query = to.query == null ? from.query : to.query;
            target = new Parts(from.scheme, from.authority, from.path, query, to.fragment);
        } else {
            String path = to.path.startsWith("/") ? to.path : merged(from, to.path);
            target = new Parts(from.scheme, from.authority, withoutDots(path), to.query, to.fragment);
        }
        return target.toString();
    }

    private static String merged(Parts base, String path) {
        if (base.authority != null && base.path.isEmpty()) {
            return "/" + path;
        }
        return base.path.substring(0, base.path.lastIndexOf('/') + 1) + path;
    }

    /// RFC 3986 §5.2.4.
    private static String withoutDots(String path) {
        StringBuilder kept = new StringBuilder();
        String rest = path;
        while (!rest.isEmpty()) {
            if (rest.startsWith("../")) {
                rest = rest.substring(3);
            } else if (rest.startsWith("./")) {
                rest = rest.substring(2);
            } else if (rest.startsWith("/./")) {
                rest = rest.substring(2);
            } else if (rest.equals("/.")) {
                rest = "/";
            } else if (rest.startsWith("/../") || rest.equals("/..")) {
                rest = "/" + rest.substring(Math.min(4, rest.length()));
                kept.setLength(Math.max(0, kept.lastIndexOf("/")));
            } else if (rest.equals(".") || rest.equals("..")) {
                rest = "";
            } else {
                int end = rest.indexOf('/', 1);
                kept.append(rest, 0, end < 0 ? rest.length() : end);
                rest = end < 0 ? "" : rest.substring(end);
            }
        }
        return kept.toString();
    }

    private static Parts parts(String text) throws AltoFormatException {
        if (text.length() > MAX_CHARS || !text.chars().allMatch(c -> c > 0x20 && c != 0x7F)) {
            throw bad("an address that is too long, or has spaces or control characters");
        }
        int hash = text.indexOf('#');
        String fragment = hash < 0 ? null : text.substring(hash + 1);
        String rest = hash < 0 ? text : text.substring(0, hash);
        int mark = rest.indexOf('?');
        String query = mark < 0 ? null : rest.substring(mark + 1);
        rest = mark < 0 ? rest : rest.substring(0, mark);
        String scheme = null;
        int colon = rest.indexOf(':');
        int slash = rest.indexOf('/');
        if (colon >= 0 && (slash < 0 || colon < slash)) {
            scheme = rest.substring(0, colon);
            if (!scheme.matches("[A-Za-z][A-Za-z0-9+.-]*")) {
                throw bad("an address with a malformed scheme");
            }
            rest = rest.substring(colon + 1);
        }
        String authority = null;
        if (rest.startsWith("//")) {
            int end = rest.indexOf('/', 2);
            authority = rest.substring(2, end < 0 ? rest.length() : end);
            rest = end < 0 ? "" : rest.substring(end);
        }
        return new Parts(scheme, authority, rest, query, fragment);
    }

    private static AltoFormatException bad(String why) {
        return new AltoFormatException(InvalidReason.URI, why);
    }
}
