// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.core.model.Endpoint;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Reads the URLs of one submission by the rules of [TransferUrls]. A submission has thousands of files and few
/// storages: a storage is looked at once, and of a further URL that leads there its path alone, unless there is more in
/// it than plain letters. For one thread.
public final class TransferUrlReader {
    private static final String AFTER_SCHEME = "://";

    private final Set<String> schemes;
    private final Map<String, Endpoint> storages = new HashMap<>();

    /// @param schemes those that are served, in lower case
    public TransferUrlReader(Set<String> schemes) {
        this.schemes = Set.copyOf(schemes);
    }

    /// Reads the URL of one end of a transfer.
    ///
    /// @throws IllegalArgumentException as of [TransferUrls#parse]
    public TransferUrl read(String text) {
        int scheme = text.indexOf(AFTER_SCHEME);
        int path = scheme < 0 ? -1 : text.indexOf('/', scheme + AFTER_SCHEME.length());
        if (path < 0) {
            return new TransferUrl(text, Endpoint.of(TransferUrls.parse(text, schemes)));
        }
        String storage = text.substring(0, path);
        Endpoint known = storages.get(storage);
        if (known != null && text.length() <= TransferUrls.MAX_URL && isPlainPath(text, path)) {
            return new TransferUrl(text, known);
        }
        URI url = TransferUrls.parse(text, schemes);
        Endpoint endpoint = known == null ? Endpoint.of(url) : known;
        // Not where a query comes before the first slash.
        if (storage.equals(url.getScheme() + AFTER_SCHEME + url.getRawAuthority())) {
            storages.put(storage, endpoint);
        }
        return new TransferUrl(text, endpoint);
    }

    /// Whether what begins with a slash is longer than that and means itself in any URL (RFC 3986, section 3.3): no
    /// query, no fragment, nothing that is encoded.
    private static boolean isPlainPath(String text, int from) {
        for (int at = from; at < text.length(); at++) {
            char letter = text.charAt(at);
            boolean isPlain = (letter >= 'a' && letter <= 'z')
                    || (letter >= 'A' && letter <= 'Z')
                    || (letter >= '-' && letter <= ':')
                    || letter == '_'
                    || letter == '~'
                    || letter == '+'
                    || letter == '='
                    || letter == '@';
            if (!isPlain) {
                return false;
            }
        }
        return text.length() > from + 1;
    }
}
