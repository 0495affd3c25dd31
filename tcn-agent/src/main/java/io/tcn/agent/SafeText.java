// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import java.net.URI;
import java.util.regex.Pattern;

/// Makes text from outside fit for messages and logs: no credentials, no query strings, no line breaks, not too long.
public final class SafeText {
    private static final int MAX_LENGTH = 400;
    private static final Pattern QUERY = Pattern.compile("\\?[^\\s\"'<>]*=[^\\s\"'<>]*");
    private static final Pattern BEARER =
            Pattern.compile("(?i)(authorization|authz|bearer)(?:[=:\\s]|%20|bearer)+[^\\s\"'<>]+");
    private static final Pattern USER_INFO = Pattern.compile("://[^/@\\s]+@");
    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Cntrl}]+");

    private SafeText() {}

    /// Cleans text that a storage sent.
    public static String of(String text) {
        String clean = BLANKS.matcher(text).replaceAll(" ").strip();
        clean = QUERY.matcher(clean).replaceAll("");
        clean = BEARER.matcher(clean).replaceAll("$1 (hidden)");
        clean = USER_INFO.matcher(clean).replaceAll("://");
        return clean.length() > MAX_LENGTH ? clean.substring(0, MAX_LENGTH) + "..." : clean;
    }

    /// A URL without user, query and fragment.
    public static String of(URI url) {
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        if (url.getHost() == null) {
            return url.getScheme() + "://" + path;
        }
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort()) + path;
    }
}
