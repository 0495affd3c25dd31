// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// As whom a server is asked.
public sealed interface Credential {
    /// As nobody.
    record None() implements Credential {}

    /// With a certificate.
    ///
    /// @param certificate PEM file
    /// @param key PEM file, of a proxy the same one
    record Certificate(Path certificate, Path key) implements Credential {}

    /// With a bearer token.
    ///
    /// @param value the token, a secret
    /// @param from where it was found, for messages
    /// @param file what it was read from, where another one may be by now; null if it is from elsewhere
    record Token(String value, String from, @Nullable Path file) implements Credential {
        @Override
        public String toString() {
            return "token of " + from;
        }
    }

    /// Such as `the token of TCN_TOKEN`.
    default String inWords() {
        return switch (this) {
            case None _ -> "neither a certificate nor a token";
            case Certificate certificate -> "the certificate " + certificate.certificate();
            case Token token -> "the token of " + token.from();
        };
    }
}
