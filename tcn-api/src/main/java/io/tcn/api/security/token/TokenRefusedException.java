// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

/// A token is not accepted. The message says why and holds nothing of the token.
public final class TokenRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean later;

    TokenRefusedException(String message) {
        this(message, false);
    }

    /// @param later whether the token may be good: its issuer does not answer now
    TokenRefusedException(String message, boolean later) {
        super(message);
        this.later = later;
    }

    /// A login comes to nothing, for a reason that is ours or the browser's.
    public static TokenRefusedException ofLogin(String message) {
        return new TokenRefusedException(message);
    }

    /// Whether the token may be accepted later: its issuer does not answer now.
    public boolean isLater() {
        return later;
    }
}
