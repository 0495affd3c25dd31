// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.core.model.Endpoint;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// FTS's names of storages: scheme and host in lower case, without port, so that two servers on one host are one. One
/// storage may have several such names ([Endpoint#storage]); what is set under one of them holds for all.
public final class StorageElements {
    /// Stands for every storage element.
    public static final String ALL = "*";

    private static final int LONGEST = 512;

    private StorageElements() {}

    /// The storage element that an endpoint belongs to.
    public static String of(Endpoint endpoint) {
        return endpoint.scheme() + "://" + endpoint.host();
    }

    /// The name of a storage in the one spelling that all its names share; [#ALL] stays.
    ///
    /// @param storageElement scheme and host, or what else FTS was given for it
    public static String storage(String storageElement) {
        int schemeEnd = storageElement.indexOf("://");
        String host = schemeEnd < 0 ? "" : storageElement.substring(schemeEnd + "://".length());
        return host.isEmpty()
                ? storageElement
                : of(new Endpoint(storageElement.substring(0, schemeEnd), host, -1).storage());
    }

    /// Whether two names are those of one storage.
    public static boolean isSame(String storageElement, String other) {
        return storageElement.equals(other) || storage(storageElement).equals(storage(other));
    }

    /// Whether an endpoint is at a storage of that name, or of another of its names.
    public static boolean isAt(Endpoint endpoint, String storageElement) {
        return of(endpoint.storage()).equals(storage(storageElement));
    }

    /// The storage element of a URL: what follows the host is cut.
    ///
    /// @throws IllegalArgumentException if the text is no URL with scheme and host
    public static String parse(String url) {
        if (url.length() > LONGEST) {
            throw new IllegalArgumentException("a storage element has " + LONGEST + " characters at most");
        }
        try {
            URI parsed = new URI(url.strip());
            String scheme = parsed.getScheme();
            String host = parsed.getHost();
            if (scheme == null || host == null) {
                throw new IllegalArgumentException("a storage element is written scheme://host");
            }
            return (scheme + "://" + host).toLowerCase(Locale.ROOT);
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException("a storage element is written scheme://host", malformed);
        }
    }

    /// As [#parse], but [#ALL] is allowed.
    public static String parsePattern(String url) {
        return url.strip().equals(ALL) ? ALL : parse(url);
    }
}
