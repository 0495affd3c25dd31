// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsNames;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/// FTS's storage elements of the URLs of an answer: its files share few, and reading a URL costs as much as all else
/// that is shown of it. Mutable; for one thread and one answer.
final class StorageElementNames {
    private final Map<String, String> byAuthority = new HashMap<>();

    /// @param url with scheme and host, as it was submitted
    String of(String url) {
        return byAuthority.computeIfAbsent(
                url.substring(0, endOfAuthority(url)),
                authority -> FtsNames.storageElement(URI.create(authority + "/")));
    }

    /// RFC 3986, section 3.2: the authority ends at the next `/`, `?` or `#`.
    private static int endOfAuthority(String url) {
        int from = url.indexOf("://");
        if (from < 0) {
            return url.length();
        }
        for (int at = from + 3; at < url.length(); at++) {
            char letter = url.charAt(at);
            if (letter == '/' || letter == '?' || letter == '#') {
                return at;
            }
        }
        return url.length();
    }
}
