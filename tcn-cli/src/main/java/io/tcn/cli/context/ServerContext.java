// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.context;

import io.tcn.cli.env.Trouble;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/// A server under a name, with what is shown to it. Files are named, their contents are not copied.
///
/// @param name such as `production`
/// @param url such as `https://tcn.example.org:8446`
/// @param ca file or folder of authorities, null for those of the machine
/// @param cert certificate or proxy, a PEM file
/// @param key its key, null if it is in the same file
/// @param tokenFile a file with a bearer token
public record ServerContext(
        String name,
        String url,
        @Nullable String ca,
        @Nullable String cert,
        @Nullable String key,
        @Nullable String tokenFile) {

    /// Checks what a user gave.
    ///
    /// @return the same, with the address in its usual form
    public ServerContext checked() throws Trouble {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            throw Trouble.usage("\"" + name + "\" is no name of a context: use letters, digits, dot, dash");
        }
        if (cert != null && tokenFile != null) {
            throw Trouble.usage("a context has a certificate or a token, not both");
        }
        if (key != null && cert == null) {
            throw Trouble.usage("--key needs --cert");
        }
        return new ServerContext(name, address(url).toString(), ca, cert, key, tokenFile);
    }

    /// Reads the address of a server: `host`, `host:port` and `https://host:port` are understood.
    static URI address(String text) throws Trouble {
        String wanted = ": write it as https://tcn.example.org:8446";
        String given = text.strip().replaceFirst("/+$", "").replaceFirst("/tcn/v1$", "");
        try {
            URI uri = new URI(given.contains("://") ? given : "https://" + given);
            boolean isWeb = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
            boolean isBare = uri.getRawPath().isEmpty() && uri.getRawQuery() == null && uri.getRawFragment() == null;
            if (!isWeb || uri.getHost() == null || uri.getRawUserInfo() != null || !isBare) {
                throw Trouble.usage("\"" + text + "\" is no address of a server" + wanted);
            }
            return uri;
        } catch (URISyntaxException unreadable) {
            throw Trouble.usage("\"" + text + "\" is no address of a server" + wanted);
        }
    }
}
