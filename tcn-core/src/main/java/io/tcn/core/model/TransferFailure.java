// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Why an attempt did not end well.
///
/// @param code what kind of failure
/// @param message what happened, to which object, what to do; without secrets and without line breaks
/// @param existing what lies at the destination, where that is the reason and was asked for; else null
/// @param pause how long an endpoint is to be left alone, where it has asked for that or is in trouble; else null
public record TransferFailure(
        ErrorCode code,
        String message,
        @Nullable ExistingFile existing,
        @Nullable Duration pause) {
    /// Characters that change how others are shown: direction marks, zero width.
    private static final Pattern UNSEEN = Pattern.compile("\\p{Cf}++");
    /// What ends a line or controls a terminal, also by one character above ASCII.
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]++");

    public TransferFailure(ErrorCode code, String message) {
        this(code, message, null, null);
    }

    public TransferFailure(ErrorCode code, String message, @Nullable ExistingFile existing) {
        this(code, message, existing, null);
    }

    /// The same, with a time for which the endpoint is to be left alone.
    public TransferFailure withPause(Duration wanted) {
        return new TransferFailure(code, message, existing, wanted);
    }

    public TransferFailure {
        if (pause != null && pause.isNegative()) {
            throw new IllegalArgumentException("a pause is not negative, given was " + pause);
        }
        message = UNSEEN.matcher(message).replaceAll("");
        message = BREAKS.matcher(message).replaceAll(" ").strip();
    }

    /// FTS's form: `SCOPE [errno] text`.
    public String toReason() {
        return code.scope() + " [" + code.errno() + "] " + message;
    }
}
