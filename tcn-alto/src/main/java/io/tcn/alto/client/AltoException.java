// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A call to an ALTO server gave no usable answer. The kind says what the caller should do; the message is for
/// people and never holds a secret or a whole body.
public final class AltoException extends Exception {
    private static final long serialVersionUID = 1L;

    /// What went wrong, by what follows from it.
    public enum Kind {
        /// No connection, or it broke, or TLS failed: wait and try again.
        UNREACHABLE,
        /// No whole answer in time: wait and try again.
        TIMEOUT,
        /// The answer passes the limit of size: wait; the same question will hardly do better.
        TOO_LARGE,
        /// More redirects than allowed, a loop of them, or one that must not be followed.
        REDIRECT,
        /// 400: the request itself is wrong; not to be repeated unchanged.
        REFUSED,
        /// 401 or 403: not to be repeated before settings change, or 5 minutes.
        AUTH,
        /// 404 or 410, or the directory does not have it: read the directory again, then wait.
        GONE,
        /// 405, 406 or 415: server and client do not speak the same dialect.
        MISMATCH,
        /// 413: ask for less at once.
        TOO_MANY_PAIRS,
        /// 429 or 503: wait as long as the server says.
        BUSY,
        /// Any other status that is no success: wait and try again.
        STATUS,
        /// The server answered, but not what its type or the contract says. Keep what was there before.
        INVALID,
        /// The directory does not offer what was asked for, so nothing was sent.
        NOT_OFFERED
    }

    private final Kind kind;
    private final int status;
    private final @Nullable String errorCode;
    private final @Nullable Duration retryAfter;
    private final @Nullable InvalidReason invalidReason;

    AltoException(Kind kind, String message) {
        this(kind, message, 0, null, null, null, null);
    }

    AltoException(Kind kind, String message, @Nullable Throwable cause) {
        this(kind, message, 0, null, null, null, cause);
    }

    /// A status that is no success.
    AltoException(Kind kind, String message, int status, @Nullable String errorCode, @Nullable Duration retryAfter) {
        this(kind, message, status, errorCode, retryAfter, null, null);
    }

    /// An answer that breaks a rule.
    /// The directory does not offer what is needed.
    ///
    /// @param message for people
    public static AltoException notOffered(String message) {
        return new AltoException(Kind.NOT_OFFERED, message);
    }

    static AltoException invalid(InvalidReason reason, String message) {
        return new AltoException(Kind.INVALID, message, 0, null, null, reason, null);
    }

    /// An answer that a parser refused.
    static AltoException invalid(String where, AltoFormatException why) {
        return new AltoException(Kind.INVALID, where + ": " + why.getMessage(), 0, null, null, why.reason(), why);
    }

    private AltoException(
            Kind kind,
            String message,
            int status,
            @Nullable String errorCode,
            @Nullable Duration retryAfter,
            @Nullable InvalidReason invalidReason,
            @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.status = status;
        this.errorCode = errorCode;
        this.retryAfter = retryAfter;
        this.invalidReason = invalidReason;
    }

    /// What follows from the failure.
    public Kind kind() {
        return kind;
    }

    /// HTTP status, 0 if there was none.
    public int status() {
        return status;
    }

    /// The code of an ALTO error body, such as `E_SYNTAX`.
    public Optional<String> errorCode() {
        return Optional.ofNullable(errorCode);
    }

    /// Which rule an [Kind#INVALID] answer broke, for counting.
    public Optional<InvalidReason> invalidReason() {
        return Optional.ofNullable(invalidReason);
    }

    /// How long the server asks to be left alone, as it said it: not yet clipped.
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
