// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.UriReference;
import io.tcn.alto.model.AltoFormatException;
import java.net.URI;
import java.util.Optional;

/// References of servers, made absolute.
final class Addresses {
    private Addresses() {}

    /// What a reference means where it was found; empty if it is no address. Fragments are dropped.
    static Optional<URI> resolve(URI base, String reference) {
        try {
            String absolute = UriReference.resolve(base.toString(), reference);
            int fragment = absolute.indexOf('#');
            return Optional.of(URI.create(fragment < 0 ? absolute : absolute.substring(0, fragment)));
        } catch (AltoFormatException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
