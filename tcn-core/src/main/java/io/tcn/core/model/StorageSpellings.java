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
}
