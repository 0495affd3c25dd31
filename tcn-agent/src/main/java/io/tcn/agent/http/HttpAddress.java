// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// URLs as they go over the wire.
public final class HttpAddress {
    private static final Set<String> SCHEMES = Set.of("http", "https", "dav", "davs");

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private HttpAddress() {}

    /// Whether HTTP can reach it: schemes http, https, dav and davs.
    public static boolean isHttp(URI url) {
        return url.getScheme() != null
                && url.getHost() != null
                && SCHEMES.contains(url.getScheme().toLowerCase(Locale.ROOT));
    }

    /// The same place with scheme http or https, without fragment and user. What is not ASCII is percent-encoded as
    /// UTF-8, letter for letter: two spellings of one letter may be two files.
    static URI toWire(URI url) {
        String scheme = switch (url.getScheme().toLowerCase(Locale.ROOT)) {
            case "https", "davs" -> "https";
            default -> "http";
        };
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return URI.create(origin(scheme, url) + ascii(path + query));
    }

    private static String ascii(String text) {
        if (text.chars().allMatch(c -> c < 0x80)) {
            return text;
        }
        StringBuilder encoded = new StringBuilder(text.length() * 2);
        text.codePoints().forEach(point -> {
            if (point < 0x80) {
                encoded.append((char) point);
                return;
            }
            for (byte part : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                appendEncoded(encoded, part);
            }
        });
        return encoded.toString();
    }

    /// Appends a byte that no URL can have as it is.
    static void appendEncoded(StringBuilder encoded, byte part) {
        encoded.append('%').append(HEX.toHexDigits(part));
    }

    /// Scheme, host and port: what the answers of a storage are remembered by.
    static String origin(URI wire) {
        return origin(wire.getScheme(), wire);
    }

    /// Whether two have the same scheme, host and port, however they write them.
    static boolean isSamePlace(URI wire, URI other) {
        return wire.getScheme().equals(other.getScheme())
                && wire.getHost().equalsIgnoreCase(other.getHost())
                && port(wire) == port(other);
    }

    /// The port, that of the scheme if none is named.
    static int port(URI wire) {
        return wire.getPort() >= 0 ? wire.getPort() : isEncrypted(wire) ? 443 : 80;
    }

    static boolean isEncrypted(URI wire) {
        return wire.getScheme().equals("https");
    }

    /// Whether nobody on the way can read what is sent: it is encrypted, or does not leave the machine.
    static boolean isPrivate(URI wire) {
        if (isEncrypted(wire)) {
            return true;
        }
        String host = wire.getHost();
        if (host.equalsIgnoreCase("localhost")) {
            return true;
        }
        try {
            return InetAddress.ofLiteral(withoutBrackets(host)).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// The host as it is looked up: brackets are a URL's way to write an address.
    static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /// The folders above a file, the nearest first, without the root.
    static List<URI> parents(URI wire) {
        List<URI> parents = new ArrayList<>();
        String path = wire.getRawPath();
        int slash = lastSlash(path);
        while (slash > 0) {
            path = path.substring(0, slash);
            parents.add(URI.create(origin(wire) + path + "/"));
            slash = lastSlash(path);
        }
        return parents;
    }

    private static int lastSlash(String path) {
        int slash = path.lastIndexOf('/');
        while (slash > 0 && path.charAt(slash - 1) == '/') {
            slash--;
        }
        return slash;
    }

    private static String origin(String scheme, URI url) {
        return scheme + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }
}
