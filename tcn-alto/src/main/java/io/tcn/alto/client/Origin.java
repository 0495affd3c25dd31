// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Where a request goes: scheme, host and port (RFC 6454). Credentials belong to an origin.
record Origin(String scheme, String host, int port) {
    static Origin of(URI uri) {
        String scheme = lower(uri.getScheme());
        int standard = scheme.equals("https") ? 443 : 80;
        return new Origin(scheme, lower(uri.getHost()), uri.getPort() < 0 ? standard : uri.getPort());
    }

    /// Whether the client may send anything there at all.
    static boolean isWeb(URI uri) {
        String scheme = lower(uri.getScheme());
        return (scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null;
    }

    /// Whether it is the same host and port, or the same host over TLS instead of without.
    boolean isSameServerAs(Origin other) {
        return host.equals(other.host) && (port == other.port || (isSecure() && !other.isSecure()));
    }

    boolean isSecure() {
        return scheme.equals("https");
    }

    private static String lower(@Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return scheme + "://" + host + ":" + port;
    }
}
