// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Which URLs an agent reaches. `SCHEME://HOST[:PORT]` or `HOST[:PORT]` for any scheme, where the host may
/// begin with `*.` for all hosts below a domain or be `*`, and `file:///FOLDER` for what is in a folder.
/// Without port any port is meant.
public final class UrlPattern {
    private static final Pattern SHAPE = Pattern.compile(
            "(?:([a-z][a-z0-9+.-]*|\\*)://)?(\\*|(?:\\*\\.)?[a-z0-9._-]+|\\[[0-9a-f:.]+])(?::(\\d{1,5}))?/?");

    private final String text;
    private final String scheme;
    private final String host;
    /// What the host ends with, with its dot; empty if the host is not a pattern.
    private final String domain;
    private final int port;
    private final String folder;

    private UrlPattern(String text, String scheme, String host, int port, String folder) {
        this.text = text;
        this.scheme = scheme;
        this.host = host;
        this.domain = host.startsWith("*.") ? host.substring(1) : "";
        this.port = port;
        this.folder = folder;
    }

    /// @throws IllegalArgumentException if it is no pattern
    public static UrlPattern parse(String text) {
        String plain = text.strip();
        if (plain.regionMatches(true, 0, "file:", 0, 5)) {
            String path = plain.substring(5).replaceFirst("^//(?=/)", "");
            if (!path.startsWith("/") || path.startsWith("//") || path.contains("/../") || path.endsWith("/..")) {
                throw new IllegalArgumentException("\"" + plain + "\" is no pattern: write file:///FOLDER");
            }
            return new UrlPattern(plain, "file", "", -1, path.endsWith("/") ? path : path + "/");
        }
        var match = SHAPE.matcher(plain.toLowerCase(Locale.ROOT));
        if (!match.matches()) {
            throw new IllegalArgumentException(
                    "\"" + plain + "\" is no pattern: write SCHEME://HOST[:PORT], *.DOMAIN, * or file:///FOLDER");
        }
        String scheme = match.group(1);
        return new UrlPattern(
                plain,
                scheme == null ? "*" : scheme,
                match.group(2),
                match.group(3) == null ? -1 : Integer.parseInt(match.group(3)),
                "");
    }

    /// All that can be read; patterns of a newer agent are left out.
    public static List<UrlPattern> readable(List<String> texts) {
        return texts.stream()
                .flatMap(text -> {
                    try {
                        return java.util.stream.Stream.of(parse(text));
                    } catch (IllegalArgumentException unknown) {
                        return java.util.stream.Stream.empty();
                    }
                })
                .toList();
    }

    /// A URL that many patterns are asked about: what they look at, found once.
    ///
    /// @param path of a file, empty for others
    public record Target(String scheme, String host, int port, String path) {
        public static Target of(URI url) {
            String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
            boolean isFile = scheme.equals("file");
            String path = isFile ? url.normalize().getPath() : "";
            return new Target(
                    scheme,
                    isFile || url.getHost() == null ? "" : url.getHost().toLowerCase(Locale.ROOT),
                    portOf(url, scheme),
                    path == null ? "" : path);
        }
    }

    /// Whether one of the patterns takes a URL in.
    public static boolean any(List<UrlPattern> patterns, Target url) {
        for (UrlPattern pattern : patterns) {
            if (pattern.matches(url)) {
                return true;
            }
        }
        return false;
    }

    public boolean matches(URI url) {
        return matches(Target.of(url));
    }

    public boolean matches(Target url) {
        if (scheme.equals("file") || url.scheme().equals("file")) {
            return scheme.equals(url.scheme()) && url.path().startsWith(folder);
        }
        if (!scheme.equals("*") && !scheme.equals(url.scheme())) {
            return false;
        }
        if (url.host().isEmpty() || (port >= 0 && port != url.port())) {
            return false;
        }
        return domain.isEmpty()
                ? host.equals("*") || url.host().equals(host)
                : url.host().endsWith(domain);
    }

    private static int portOf(URI url, String scheme) {
        if (url.getPort() >= 0) {
            return url.getPort();
        }
        return switch (scheme) {
            case "https", "davs" -> 443;
            case "http", "dav" -> 80;
            default -> -1;
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
