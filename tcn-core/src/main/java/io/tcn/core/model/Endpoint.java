// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.net.URI;
import java.util.Locale;

/// A storage element: scheme, host and port. Scheme and host are in lower case.
///
/// @param scheme URI scheme, such as `davs`
/// @param host host name or address; empty for `file`
/// @param port port, or -1 for the scheme's own
public record Endpoint(String scheme, String host, int port) implements Comparable<Endpoint> {
    public Endpoint {
        scheme = scheme.toLowerCase(Locale.ROOT);
        host = host.toLowerCase(Locale.ROOT);
        if (scheme.isEmpty()) {
            throw new IllegalArgumentException("an endpoint needs a scheme, as in https://storage.example.org");
        }
        if (host.isEmpty() && !scheme.equals("file")) {
            throw new IllegalArgumentException("an endpoint needs a host, as in " + scheme + "://storage.example.org");
        }
        if (port < -1 || port > 65535 || port == 0) {
            throw new IllegalArgumentException("a port is 1 to 65535, given was " + port);
        }
        if (port == defaultPort(scheme)) {
            port = -1;
        }
    }

    /// The endpoint of a URL; path and query are left out.
    ///
    /// @throws IllegalArgumentException if the text has no scheme, or no host where its scheme needs one
    public static Endpoint parse(String url) {
        return of(URI.create(url));
    }

    /// The endpoint of a URL; path and query are left out.
    ///
    /// @throws IllegalArgumentException if the URL has no scheme, or no host where its scheme needs one
    public static Endpoint of(URI url) {
        String scheme = url.getScheme();
        if (scheme == null) {
            throw new IllegalArgumentException("no scheme in \"" + url + "\": write scheme://host[:port]");
        }
        if (scheme.equalsIgnoreCase("file")) {
            return new Endpoint("file", "", -1);
        }
        String host = url.getHost();
        if (host == null) {
            throw new IllegalArgumentException("no host in \"" + url + "\": write scheme://host[:port]");
        }
        return new Endpoint(scheme, host, url.getPort());
    }

    /// The port that a URL without port means, or -1 where the scheme has none.
    public static int defaultPort(String scheme) {
        return switch (scheme) {
            case "https", "davs" -> 443;
            case "http", "dav" -> 80;
            default -> -1;
        };
    }

    /// The storage behind it, in the one spelling that all its addresses share: `davs` as `https` and `dav` as `http`,
    /// the host without the dot that may end a full name, an address of IPv6 in its shortest form. Limits,
    /// bounds and bans are those of the storage.
    public Endpoint storage() {
        String plainScheme = plainScheme(scheme);
        String plainHost = plainHost(host);
        return plainScheme.equals(scheme) && plainHost.equals(host) ? this : new Endpoint(plainScheme, plainHost, port);
    }

    private static String plainHost(String host) {
        if (host.startsWith("[")) {
            return Ipv6Text.shortest(host);
        }
        return host.length() > 1 && host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }

    /// Schemes of WebDAV are those of HTTP by another name.
    private static String plainScheme(String scheme) {
        return switch (scheme) {
            case "davs" -> "https";
            case "dav" -> "http";
            default -> scheme;
        };
    }

    @Override
    public int compareTo(Endpoint other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return scheme + "://" + host + (port < 0 ? "" : ":" + port);
    }
}
