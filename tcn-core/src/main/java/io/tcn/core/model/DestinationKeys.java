// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/// The keys of many destinations: they share few authorities, and most paths are canonical as they are, so that most
/// URLs need not be taken apart. Mutable; for one thread.
public final class DestinationKeys {
    /// Scheme, host and port in the form of keys, by the text before the path.
    private final Map<String, String> byAuthority = new HashMap<>();

    /// As [DestinationKey#of(URI)] of a URL that was valid when it was stored.
    ///
    /// @throws IllegalArgumentException if the URL has no scheme, or no host where its scheme needs one
    public DestinationKey of(String url) {
        int authority = url.indexOf("://") + 3;
        int path = authority < 3 ? -1 : url.indexOf('/', authority);
        if (path < 0 || !isPlain(url, path)) {
            return DestinationKey.of(URI.create(url));
        }
        String place = byAuthority.computeIfAbsent(url.substring(0, path), DestinationKeys::place);
        return new DestinationKey(place + url.substring(path));
    }

    private static String place(String authority) {
        String root = DestinationKey.of(URI.create(authority + "/")).value();
        return root.substring(0, root.length() - 1);
    }

    /// Whether the rest of a URL is a canonical path and nothing else, and what is before it has no query or fragment.
    private static boolean isPlain(String url, int path) {
        return url.indexOf('?') < 0 && url.indexOf('#') < 0 && DestinationKey.isCanonical(url.substring(path));
    }
}
