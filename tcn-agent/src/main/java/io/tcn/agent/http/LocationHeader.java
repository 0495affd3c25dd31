// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The header `Location` of a redirect, as storages write it and not as RFC 9110, section 10.2.2, has it: XRootD gives
/// a path as it is on its disk. Its bytes come as characters of ISO 8859-1.
final class LocationHeader {
    private static final Pattern PLACE = Pattern.compile("(?:[a-zA-Z][a-zA-Z0-9+.-]*+:)?+(?://[^/?#]*+)?+");
    private static final Pattern ENDS = Pattern.compile("[#?%]");
    private static final String REFUSED = "\"<>\\^`{|}";

    private LocationHeader() {}

    /// Where it leads. The path that was asked for is that path also where it is not encoded, with all in it that ends
    /// one in a URL. Of others only that is encoded which no URL can have.
    ///
    /// @param asked over the wire
    /// @throws IllegalArgumentException if it leads nowhere
    static URI resolve(URI asked, String location) {
        Matcher matcher = PLACE.matcher(location);
        String place = matcher.lookingAt() ? matcher.group() : "";
        String rest = location.substring(place.length());
        String path = asked.getRawPath();
        String onDisk = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.ISO_8859_1);
        boolean isAsked = ENDS.matcher(onDisk).find() && !rest.startsWith(path) && rest.startsWith(onDisk);
        return asked.resolve(place + (isAsked ? path + encoded(rest.substring(onDisk.length())) : encoded(rest)));
    }

    private static String encoded(String text) {
        int query = text.indexOf('?');
        StringBuilder encoded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isBracket = (c == '[' || c == ']') && (query < 0 || i < query);
            boolean isAlone = c == '%' && !isEncoding(text, i);
            if (isBracket || isAlone || c <= ' ' || (c >= 0x7f && c <= 0xff) || REFUSED.indexOf(c) >= 0) {
                HttpAddress.appendEncoded(encoded, (byte) c);
            } else {
                encoded.append(c);
            }
        }
        return encoded.toString();
    }

    private static boolean isEncoding(String text, int percent) {
        return percent + 2 < text.length()
                && HexFormat.isHexDigit(text.charAt(percent + 1))
                && HexFormat.isHexDigit(text.charAt(percent + 2));
    }
}
