// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import java.net.URI;
import java.util.regex.Pattern;

/// Makes text from outside fit for messages and logs: no credentials, no query strings, no line breaks, no characters
/// that change how the rest is shown, not too long.
///
/// The text is a stranger's: only its beginning is looked at, and no expression here goes back over what it has read.
public final class SafeText {
    private static final int MAX_READ = 4_096;
    private static final int MAX_LENGTH = 400;
    /// Direction marks, zero-width characters, tags, halves of pairs.
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cf}\\p{Cs}\\p{Co}]++");
    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Cc}\\p{Z}]++");
    /// Everything after a question mark, a query or not.
    private static final Pattern QUERY = Pattern.compile("\\?[^\\s\"'<>]*+");
    private static final Pattern BEARER =
            Pattern.compile("(?i)(authorization|authz|bearer)(?:[=:\\s]|%20|bearer)++[^\\s\"'<>]++");
    private static final Pattern USER_INFO = Pattern.compile("://[^/@\\s]++@");

    private SafeText() {}

    /// Cleans text that a storage sent.
    public static String of(String text) {
        String clean = text.length() > MAX_READ ? text.substring(0, MAX_READ) : text;
        clean = UNSEEN.matcher(clean).replaceAll("");
        clean = BLANKS.matcher(clean).replaceAll(" ").strip();
        clean = QUERY.matcher(clean).replaceAll(run -> run.group().indexOf('=') < 0 ? "$0" : "");
        clean = BEARER.matcher(clean).replaceAll("$1 (hidden)");
        clean = USER_INFO.matcher(clean).replaceAll("://");
        if (clean.length() <= MAX_LENGTH) {
            return clean;
        }
        int end = Character.isHighSurrogate(clean.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
        return clean.substring(0, end) + "...";
    }

    /// A URL without user, query and fragment.
    public static String of(URI url) {
        String path =
                url.getRawPath() == null ? "" : UNSEEN.matcher(url.getRawPath()).replaceAll("");
        if (url.getHost() == null) {
            return url.getScheme() + "://" + path;
        }
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort()) + path;
    }
}
