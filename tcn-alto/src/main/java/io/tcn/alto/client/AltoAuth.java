// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.util.function.Supplier;

/// How the client proves who it is. A certificate of its own is no part of this: it sits in the SSLContext of the
/// transport. No kind shows its secret in `toString`.
public sealed interface AltoAuth {
    /// Not at all.
    record None() implements AltoAuth {}

    /// Name and password with each request (RFC 7617); for `https` only, by good custom.
    record Basic(String user, String password) implements AltoAuth {
        @Override
        public String toString() {
            return "Basic[user=" + user + "]";
        }
    }

    /// Name and password by challenge (RFC 7616), which ALTO asks of every client (RFC 7285 §8.3.5).
    record Digest(String user, String password) implements AltoAuth {
        @Override
        public String toString() {
            return "Digest[user=" + user + "]";
        }
    }

    /// A token (RFC 6750), asked for at each request, because tokens end.
    record Bearer(Supplier<String> token) implements AltoAuth {
        @Override
        public String toString() {
            return "Bearer[]";
        }
    }
}
