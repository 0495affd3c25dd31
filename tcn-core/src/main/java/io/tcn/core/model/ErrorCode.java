// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Why a transfer failed: its kind, the errno-like number that FTS clients expect, and whether another attempt makes
/// sense. Numbers are those of Linux; they are never reused with another meaning.
public enum ErrorCode {
    SOURCE_NOT_FOUND(Type.USER, Scope.SOURCE, 2, false),
    SOURCE_PERMISSION(Type.USER, Scope.SOURCE, 13, false),
    SOURCE_IS_DIRECTORY(Type.USER, Scope.SOURCE, 21, false),
    SOURCE_CHECKSUM_MISMATCH(Type.USER, Scope.SOURCE, 5, false),
    SOURCE_SIZE_MISMATCH(Type.USER, Scope.SOURCE, 5, false),
    SOURCE_CHECKSUM_UNAVAILABLE(Type.REMOTE, Scope.SOURCE, 95, false),
    /// The source cannot be reached or answers with an error of its own.
    SOURCE_UNAVAILABLE(Type.REMOTE, Scope.SOURCE, 112, true),

    DESTINATION_EXISTS(Type.USER, Scope.DESTINATION, 17, false),
    DESTINATION_PERMISSION(Type.USER, Scope.DESTINATION, 13, false),
    DESTINATION_IS_DIRECTORY(Type.USER, Scope.DESTINATION, 21, false),
    DESTINATION_NO_SPACE(Type.RESOURCE, Scope.DESTINATION, 28, false),
    DESTINATION_READ_ONLY(Type.USER, Scope.DESTINATION, 30, false),
    DESTINATION_CHECKSUM_UNAVAILABLE(Type.REMOTE, Scope.DESTINATION, 95, false),
    DESTINATION_UNAVAILABLE(Type.REMOTE, Scope.DESTINATION, 112, true),
    NAME_TOO_LONG(Type.USER, Scope.DESTINATION, 36, false),

    /// The bytes at the destination are not those of the source.
    CHECKSUM_MISMATCH(Type.REMOTE, Scope.TRANSFER, 5, false),
    /// The destination is longer or shorter than the source.
    SIZE_MISMATCH(Type.REMOTE, Scope.TRANSFER, 5, true),
    /// The connection broke in the middle of the file.
    INTERRUPTED(Type.REMOTE, Scope.TRANSFER, 104, true),
    /// No bytes moved for too long, or the attempt as a whole took too long.
    TIMEOUT(Type.REMOTE, Scope.TRANSFER, 110, true),
    UNSUPPORTED_SCHEME(Type.USER, Scope.TRANSFER, 93, false),
    /// A `file:` path outside the configured roots.
    OUTSIDE_ROOTS(Type.USER, Scope.TRANSFER, 1, false),
    CANCELED(Type.USER, Scope.TRANSFER, 125, false),
    PREDECESSOR_FAILED(Type.USER, Scope.TRANSFER, 125, false),
    /// A credential of the transfer has ended: it must be submitted again with a fresh one.
    CREDENTIALS_EXPIRED(Type.USER, Scope.TRANSFER, 127, false),
    /// An endpoint is in trouble and is left alone for a while: nothing was asked of it. It says nothing about the
    /// transfer and uses up none of its retries.
    ENDPOINT_PAUSED(Type.REMOTE, Scope.TRANSFER, 11, true),
    /// Files are moved in other processes, and none of these reaches both ends and has room: nothing was asked of a
    /// storage. It uses up no retry.
    NO_AGENT(Type.RESOURCE, Scope.TRANSFER, 11, true),
    /// Those processes that reach both ends have nothing that opens one of them: nothing was asked of a storage. It
    /// uses up no retry.
    NO_CREDENTIAL(Type.RESOURCE, Scope.TRANSFER, 126, true),
    /// The server stopped while the transfer ran; it says nothing about the transfer.
    SERVER_RESTARTED(Type.INTERNAL, Scope.GENERAL_FAILURE, 4, true),
    /// A defect of TCN.
    INTERNAL(Type.INTERNAL, Scope.GENERAL_FAILURE, 14, true);

    /// Who can mend it.
    public enum Type {
        /// The caller: the request cannot work as it is.
        USER,
        /// Somebody who owns a resource that ran out.
        RESOURCE,
        /// The operator of a remote storage or network.
        REMOTE,
        /// Us.
        INTERNAL
    }

    /// Where it happened, in FTS's words.
    public enum Scope {
        SOURCE,
        DESTINATION,
        TRANSFER,
        GENERAL_FAILURE
    }

    private final Type type;
    private final Scope scope;
    private final int errno;
    private final boolean retryable;

    ErrorCode(Type type, Scope scope, int errno, boolean retryable) {
        this.type = type;
        this.scope = scope;
        this.errno = errno;
        this.retryable = retryable;
    }

    public Type type() {
        return type;
    }

    public Scope scope() {
        return scope;
    }

    /// The errno-like number that FTS clients see.
    public int errno() {
        return errno;
    }

    /// Whether an attempt that ended so asked nothing of a storage, because its pipe has to wait: that says nothing
    /// about the transfer.
    public boolean isWait() {
        return this == ENDPOINT_PAUSED || this == NO_AGENT || this == NO_CREDENTIAL;
    }

    /// Whether another attempt makes sense.
    public boolean isRetryable() {
        return retryable;
    }
}
