// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.Endpoint;
import java.net.URI;
import java.util.Locale;

/// Endpoints as columns hold them.
final class EndpointText {
    private EndpointText() {}

    /// The endpoint of a column; that of local files has no host.
    static Endpoint parse(String column) {
        return column.startsWith("file://") ? new Endpoint("file", "", -1) : Endpoint.parse(column);
    }

    /// FTS's storage element of a URL: scheme and host in lower case, without port.
    static String storageElement(String url) {
        URI parsed = URI.create(url);
        return (parsed.getScheme() + "://" + parsed.getHost()).toLowerCase(Locale.ROOT);
    }
}
