// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.ExistingFile;
import io.tcn.core.model.TransferFailure;
import org.jspecify.annotations.Nullable;

/// A step of a transfer failed: the code says what kind of failure, the message what happened to which object.
public final class TransferException extends Exception {
    private static final long serialVersionUID = 1L;

    /// What the failure says about other ways to copy the same file.
    public enum Outlook {
        /// Another way would fail for the same reason.
        FINAL,
        /// Another way of copying may still work.
        ANOTHER_WAY,
        /// The request never reached the other end, so it cannot have changed anything there.
        NOT_SENT,
        /// There was no answer in time; what the request did is not known.
        NO_ANSWER
    }

    private final ErrorCode code;
    private final Outlook outlook;
    private final transient @Nullable ExistingFile existing;

    public TransferException(ErrorCode code, String message) {
        this(code, message, Outlook.FINAL);
    }

    public TransferException(ErrorCode code, String message, Outlook outlook) {
        super(message);
        this.code = code;
        this.outlook = outlook;
        this.existing = null;
    }

    public TransferException(ErrorCode code, String message, Outlook outlook, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.outlook = outlook;
        this.existing = null;
    }

    private TransferException(ErrorCode code, String message, @Nullable ExistingFile existing) {
        super(message);
        this.code = code;
        this.outlook = Outlook.FINAL;
        this.existing = existing;
    }

    /// The destination is there and may not be replaced. The words are exactly FTS's: clients look for them.
    public static TransferException destinationExists() {
        return destinationExists(null);
    }

    /// As [#destinationExists()], telling what is there.
    public static TransferException destinationExists(@Nullable ExistingFile existing) {
        return new TransferException(
                ErrorCode.DESTINATION_EXISTS, "Destination file exists and overwrite is not enabled", existing);
    }

    public ErrorCode code() {
        return code;
    }

    public Outlook outlook() {
        return outlook;
    }

    /// The failure as core knows it.
    public TransferFailure toFailure() {
        String message = getMessage();
        return new TransferFailure(code, message == null ? code.name() : message, existing);
    }
}
