// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.ExistingFile;
import io.tcn.core.model.TransferFailure;
import java.time.Duration;
import java.util.Optional;
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
        /// The same way may work when it is begun anew at once.
        SAME_WAY,
        /// The request never reached the other end, so it cannot have changed anything there.
        NOT_SENT,
        /// The other end was reached, and has done nothing: it named no place to go to. Another file may fare better.
        NOTHING_DONE,
        /// There was no answer in time; what the request did is not known.
        NO_ANSWER
    }

    private final ErrorCode code;
    private final Outlook outlook;
    private final transient @Nullable ExistingFile existing;
    private final @Nullable Side endpointInTrouble;
    private final @Nullable Duration retryAfter;

    public TransferException(ErrorCode code, String message) {
        this(code, message, Outlook.FINAL);
    }

    public TransferException(ErrorCode code, String message, Outlook outlook) {
        super(message);
        this.code = code;
        this.outlook = outlook;
        this.existing = null;
        this.endpointInTrouble = null;
        this.retryAfter = null;
    }

    public TransferException(ErrorCode code, String message, Outlook outlook, Throwable cause) {
        this(code, message, outlook, cause, null, null);
    }

    private TransferException(
            ErrorCode code,
            String message,
            Outlook outlook,
            @Nullable Throwable cause,
            @Nullable Side endpointInTrouble,
            @Nullable Duration retryAfter) {
        super(message, cause);
        this.code = code;
        this.outlook = outlook;
        this.existing = null;
        this.endpointInTrouble = endpointInTrouble;
        this.retryAfter = retryAfter;
    }

    private TransferException(ErrorCode code, String message, @Nullable ExistingFile existing) {
        super(message);
        this.code = code;
        this.outlook = Outlook.FINAL;
        this.existing = existing;
        this.endpointInTrouble = null;
        this.retryAfter = null;
    }

    /// A file was to be removed, and another one is there by now.
    ///
    /// @param name of the file, for messages
    public static TransferException replaced(Side side, String name) {
        return new TransferException(
                side.unavailable(), name + " was replaced by somebody while it was looked at, and stays");
    }

    /// A source has another size than before, or than it was said to have.
    ///
    /// @param name of the source, for messages
    public static TransferException sizeChanged(String name, long before, long now) {
        return new TransferException(
                ErrorCode.SOURCE_SIZE_MISMATCH,
                "the source " + name + " has " + now + " bytes, and was to have " + before
                        + "; copy it when it is at rest");
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

    /// The same failure, which shows that an endpoint as a whole is in trouble and not only this file: it cannot be
    /// reached, does not answer in time, or says that it is overloaded (429, 502, 503, 504).
    ///
    /// @param end whose endpoint
    /// @param wait how long the endpoint asks to be left alone (`Retry-After`), null if it does not say
    public TransferException blaming(Side end, @Nullable Duration wait) {
        TransferException same =
                new TransferException(code, String.valueOf(getMessage()), outlook, getCause(), end, wait);
        same.setStackTrace(getStackTrace());
        return same;
    }

    /// One failure for two ways of copying that failed in turn: it tells this one, the first, before the last. Its code
    /// is the last one's where that says that no further try can help.
    public TransferException followedBy(TransferException last) {
        if (last.code == ErrorCode.DESTINATION_EXISTS) {
            return last;
        }
        TransferException both = new TransferException(
                last.code.isRetryable() ? code : last.code,
                getMessage() + "; then another way failed too: " + last.getMessage(),
                last.outlook,
                this,
                last.endpointInTrouble != null ? last.endpointInTrouble : endpointInTrouble,
                last.retryAfter != null ? last.retryAfter : retryAfter);
        both.addSuppressed(last);
        return both;
    }

    /// The end whose endpoint as a whole is in trouble, empty if this failure does not show that.
    public Optional<Side> endpointInTrouble() {
        return Optional.ofNullable(endpointInTrouble);
    }

    /// How long the endpoint in trouble asks to be left alone, empty if it does not say.
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    public ErrorCode code() {
        return code;
    }

    public Outlook outlook() {
        return outlook;
    }

    /// Whether what was asked for cannot have changed anything at the other end.
    public boolean changedNothing() {
        return outlook == Outlook.NOT_SENT || outlook == Outlook.NOTHING_DONE;
    }

    /// The failure as core knows it.
    public TransferFailure toFailure() {
        String message = getMessage();
        return new TransferFailure(code, message == null ? code.name() : message, existing);
    }
}
