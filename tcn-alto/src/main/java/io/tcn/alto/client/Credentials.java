// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.http.HttpFields;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Makes `Authorization` fields. Safe for use by several threads.
interface Credentials {
    /// The field for a request, empty where none is needed or none can be made yet.
    Optional<String> authorization(String method, URI uri);

    /// Learns from a 401.
    ///
    /// @param attempt how often this request has been repeated before
    /// @return whether repeating the request may help
    boolean challenged(HttpFields fields, int attempt);

    static Credentials of(AltoAuth auth, RandomGenerator random) {
        return switch (auth) {
            case AltoAuth.None _ -> new Fixed(Optional::empty);
            case AltoAuth.Basic basic ->
                new Fixed(() -> Optional.of("Basic "
                        + Base64.getEncoder()
                                .encodeToString(
                                        (basic.user() + ":" + basic.password()).getBytes(StandardCharsets.UTF_8))));
            case AltoAuth.Bearer bearer ->
                new Fixed(() -> Optional.of("Bearer " + bearer.token().get()));
            case AltoAuth.Digest digest -> new DigestCredentials(digest, random);
        };
    }

    /// Credentials that need no challenge.
    record Fixed(Supplier<Optional<String>> field) implements Credentials {
        @Override
        public Optional<String> authorization(String method, URI uri) {
            return field.get();
        }

        @Override
        public boolean challenged(HttpFields fields, int attempt) {
            return false;
        }
    }
}
