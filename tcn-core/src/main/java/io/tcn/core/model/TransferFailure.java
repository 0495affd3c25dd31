// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import org.jspecify.annotations.Nullable;

/// Why an attempt did not end well.
///
/// @param code what kind of failure
/// @param message what happened, to which object, what to do; without secrets and without line breaks
/// @param existing what lies at the destination, where that is the reason and was asked for; else null
public record TransferFailure(
        ErrorCode code, String message, @Nullable ExistingFile existing) {
    public TransferFailure(ErrorCode code, String message) {
        this(code, message, null);
    }

    public TransferFailure {
        message = message.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ").strip();
    }

    /// FTS's form: `SCOPE [errno] text`.
    public String toReason() {
        return code.scope() + " [" + code.errno() + "] " + message;
    }
}
