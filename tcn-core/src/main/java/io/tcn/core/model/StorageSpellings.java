// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The ids of the sides of a storage whose address can be spelled in two ways: as HTTP and as WebDAV.
final class StorageSpellings {
    private static final List<String> SIDES = List.of("read:", "write:");

    private static final Map<String, String> SCHEMES =
            Map.of("https://", "davs://", "davs://", "https://", "http://", "dav://", "dav://", "http://");

    private StorageSpellings() {}

    /// The id under the other spelling; null if there is none.
    static @Nullable String otherOf(ResourceId id) {
        String text = id.value();
        for (String side : SIDES) {
            int schemeEnd = text.startsWith(side) ? text.indexOf("://", side.length()) + "://".length() : 0;
            String other = schemeEnd < side.length() ? null : SCHEMES.get(text.substring(side.length(), schemeEnd));
            if (other != null) {
                return side + other + text.substring(schemeEnd);
            }
        }
        return null;
    }

    /// Whether a text is the id of a side of a storage in another spelling: with capitals, a port that the scheme means
    /// anyway, a dot at the end of the name, or another form of an address of IPv6.
    ///
    /// @param text an id as somebody wrote it
    static boolean isSame(String text, ResourceId id) {
        for (String side : SIDES) {
            if (text.startsWith(side) && id.value().startsWith(side)) {
                String address = id.value().substring(side.length());
                return mayBe(text.substring(side.length()), address)
                        && isStorage(text.substring(side.length()), address);
            }
        }
        return false;
    }

    /// Looks at the host alone, which is quick: most texts are ids of others.
    private static boolean mayBe(String text, String address) {
        int host = address.indexOf("://") + "://".length();
        int end = address.indexOf(':', host);
        int given = text.indexOf("://") + "://".length();
        return text.startsWith("[", given)
                || text.regionMatches(true, given, address, host, (end < 0 ? address.length() : end) - host);
    }

    private static boolean isStorage(String text, String address) {
        try {
            // An address with a path is none.
            return text.indexOf('/', text.indexOf("://") + "://".length()) < 0
                    && Endpoint.parse(text).storage().toString().equals(address);
        } catch (IllegalArgumentException noStorage) {
            return false;
        }
    }
}
