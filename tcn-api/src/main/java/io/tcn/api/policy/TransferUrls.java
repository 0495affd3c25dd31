// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.text.StorageUrl;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ResourceId;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/// Which URLs transfers and pipes may have, on every interface. What could become no pipe or no resource of a storage
/// is refused when it is submitted, not found out when the network is looked at.
public final class TransferUrls {
    /// Characters of a URL.
    static final int MAX_URL = 1100;
    /// As DNS has it.
    private static final int MAX_HOST = 253;
    /// What the resources of a storage are called: a word before its name.
    private static final String LONGEST_SIDE = "write:";

    private TransferUrls() {}

    /// A URL has a scheme that is not served.
    public static final class UnknownSchemeException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        private final String scheme;

        UnknownSchemeException(String scheme) {
            super("the scheme \"" + scheme + "\" is not supported");
            this.scheme = scheme;
        }

        /// In lower case, empty if there is none.
        public String scheme() {
            return scheme;
        }
    }

    /// Reads the URL of one end of a transfer.
    ///
    /// @param schemes those that are served, in lower case
    /// @throws IllegalArgumentException if it is refused; the message says why
    public static URI parse(String text, Set<String> schemes) {
        if (text.length() > MAX_URL) {
            throw new IllegalArgumentException("a URL has at most " + MAX_URL + " characters");
        }
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException unreadable) {
            throw new IllegalArgumentException(
                    "not a URL: " + unreadable.getReason() + " at position " + unreadable.getIndex()
                            + "; blanks and the like must be percent-encoded",
                    unreadable);
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!schemes.contains(scheme)) {
            throw new UnknownSchemeException(scheme);
        }
        if (scheme.equals("file")) {
            return url;
        }
        String path = url.getRawPath();
        boolean hasPath = path != null && (path.length() > 1 || (path.equals("/") && url.getRawQuery() != null));
        if (url.getHost() == null || !hasPath) {
            throw new IllegalArgumentException("a URL needs a host and a path, as in davs://host/path");
        }
        check(url);
        if (StorageUrl.isMasked(text)) {
            throw new IllegalArgumentException("a value in the query is " + StorageUrl.MASK
                    + ", which stands for a secret that is not shown: give the URL as it was submitted first");
        }
        return url;
    }

    /// Reads an end of a pipe.
    ///
    /// @throws IllegalArgumentException if it is refused; the message says why
    public static Endpoint endpoint(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException unreadable) {
            throw new IllegalArgumentException("not a URL: " + unreadable.getReason(), unreadable);
        }
        Endpoint endpoint = Endpoint.of(url);
        if (!endpoint.host().isEmpty()) {
            check(url);
        }
        return endpoint;
    }

    private static void check(URI url) {
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "a URL must not hold a user name or password: it is shown to others; use a token");
        }
        Endpoint endpoint = Endpoint.of(url);
        if (endpoint.host().length() > MAX_HOST) {
            throw new IllegalArgumentException("a host name has at most " + MAX_HOST + " characters");
        }
        if (endpoint.host().contains("%")) {
            throw new IllegalArgumentException(
                    "an address with a zone (%) is good on one host only: leave the zone away");
        }
        var _ = ResourceId.of(LONGEST_SIDE + endpoint);
    }
}
