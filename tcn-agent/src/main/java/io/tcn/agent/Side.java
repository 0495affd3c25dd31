// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.model.ErrorCode;

/// One of the two ends of a transfer, with the error codes that blame it.
public enum Side {
    SOURCE(
            ErrorCode.SOURCE_UNAVAILABLE,
            ErrorCode.SOURCE_PERMISSION,
            ErrorCode.SOURCE_IS_DIRECTORY,
            ErrorCode.SOURCE_CHECKSUM_UNAVAILABLE),
    DESTINATION(
            ErrorCode.DESTINATION_UNAVAILABLE,
            ErrorCode.DESTINATION_PERMISSION,
            ErrorCode.DESTINATION_IS_DIRECTORY,
            ErrorCode.DESTINATION_CHECKSUM_UNAVAILABLE);

    private final ErrorCode unavailable;
    private final ErrorCode permission;
    private final ErrorCode isDirectory;
    private final ErrorCode checksumUnavailable;

    Side(ErrorCode unavailable, ErrorCode permission, ErrorCode isDirectory, ErrorCode checksumUnavailable) {
        this.unavailable = unavailable;
        this.permission = permission;
        this.isDirectory = isDirectory;
        this.checksumUnavailable = checksumUnavailable;
    }

    /// The code for an end that cannot be reached or answers with an error of its own.
    public ErrorCode unavailable() {
        return unavailable;
    }

    /// The code for an end that does not let us.
    public ErrorCode permission() {
        return permission;
    }

    /// The code for an end that is a folder where a file is needed.
    public ErrorCode isDirectory() {
        return isDirectory;
    }

    /// The code for an end that does not tell its checksum.
    public ErrorCode checksumUnavailable() {
        return checksumUnavailable;
    }

    /// The word for messages.
    public String word() {
        return switch (this) {
            case SOURCE -> "source";
            case DESTINATION -> "destination";
        };
    }
}
