// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.text;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The URL of one end of a transfer, and what of it is shown.
///
/// Storages take credentials in the query or fragment of a URL: `authz`, `access_token`, signatures and credentials of
/// S3, Azure and Google, macaroons. The data plane needs them; whoever may look at a transfer must not have them. So
/// what is shown has [#MASK] in place of the value of each parameter whose name or form tells that it is secret, and is
/// the URL byte for byte if there is none. Comparisons are made with the whole URL, answers and messages with what is
/// shown. No text of this class but [#whole()] has a secret.
///
/// A name is compared in lower case, percent-encodings undone, without what separates words. A secret that only its
/// storage knows to be one, and a secret in the path, is not seen.
///
/// @param whole as it was submitted
public record StorageUrl(String whole) {
    /// Stands for a value that is not shown.
    public static final String MASK = "***";

    /// Parts of names whose values are secret.
    private static final Pattern SECRET_PART = Pattern.compile(
            "token|authz|authori[sz]|authenti|oauth|secret|passw|passphrase|signature|credential|macaroon"
                    + "|apikey|accesskey|privatekey|bearer|jwt|assertion|sessionid|capmsg|capsym|tpckey");
    /// Whole names whose values are secret.
    private static final Set<String> SECRET_NAMES =
            Set.of("auth", "key", "sig", "sas", "pass", "pwd", "hmac", "googleaccessid");
    /// Names that look like those of secrets: a space token of SRM is the name of a space.
    private static final Set<String> OPEN_NAMES =
            Set.of("spacetoken", "srcspacetoken", "dstspacetoken", "sourcespacetoken", "destinationspacetoken");
    /// A header of HTTP, a JSON web token, a macaroon.
    private static final Pattern SECRET_VALUE = Pattern.compile(
            "^(?i:bearer|basic)[ +:]|(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{2,}+\\.|^MDA[A-Za-z0-9_+/-]{40,}+");
    /// The mask as a whole value.
    private static final Pattern MASKED = Pattern.compile("(?:^|[?&;#=])\\*\\*\\*(?:[&;?#]|$)");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]++");

    /// What of a URL is shown.
    public static String shown(String url) {
        int begin = parameters(url);
        if (begin == url.length()) {
            return url;
        }
        StringBuilder shown = new StringBuilder(url.length());
        shown.append(url, 0, begin);
        int from = begin;
        for (int at = begin; at <= url.length(); at++) {
            if (at == url.length() || "&;?#".indexOf(url.charAt(at)) >= 0) {
                shown.append(parameter(url.substring(from, at)));
                if (at < url.length()) {
                    shown.append(url.charAt(at));
                }
                from = at + 1;
            }
        }
        return shown.toString();
    }

    /// What anybody may see.
    public String shown() {
        return shown(whole);
    }

    /// Whether a URL is one that was shown, of which a secret is missing.
    public static boolean isMasked(String url) {
        return MASKED.matcher(url.substring(parameters(url))).find();
    }

    /// Where query or fragment begin, the length if there is none.
    private static int parameters(String url) {
        for (int at = 0; at < url.length(); at++) {
            if (url.charAt(at) == '?' || url.charAt(at) == '#') {
                return at + 1;
            }
        }
        return url.length();
    }

    private static String parameter(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return SECRET_VALUE.matcher(decoded(text)).find() ? MASK : text;
        }
        String value = text.substring(equals + 1);
        boolean isSecret = !value.isEmpty()
                && (isSecretName(text.substring(0, equals))
                        || SECRET_VALUE.matcher(decoded(value)).find());
        return isSecret ? text.substring(0, equals + 1) + MASK : text;
    }

    private static boolean isSecretName(String name) {
        String plain =
                BETWEEN_WORDS.matcher(decoded(name).toLowerCase(Locale.ROOT)).replaceAll("");
        return SECRET_NAMES.contains(plain) || (SECRET_PART.matcher(plain).find() && !OPEN_NAMES.contains(plain));
    }

    /// Percent-encodings of ASCII undone, again while there are any: storages behind gateways decode more than once.
    private static String decoded(String text) {
        String before = text;
        for (int again = 0; again < 3; again++) {
            String after = decodedOnce(before);
            if (after.equals(before)) {
                return after;
            }
            before = after;
        }
        return before;
    }

    private static String decodedOnce(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '%' && at + 2 < text.length()) {
                int high = Character.digit(text.charAt(at + 1), 16);
                int low = Character.digit(text.charAt(at + 2), 16);
                if (high >= 0 && low >= 0) {
                    plain.append((char) (high * 16 + low));
                    at += 2;
                    continue;
                }
            }
            plain.append(c);
        }
        return plain.toString();
    }

    /// What is shown, so that no text that is put together by accident has a secret.
    @Override
    public String toString() {
        return shown();
    }
}
