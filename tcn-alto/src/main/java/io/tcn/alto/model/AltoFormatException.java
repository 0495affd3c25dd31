// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// A message of the other side cannot be used. The message of the exception is short and never holds a whole body.
public final class AltoFormatException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int MAX_MESSAGE_CHARS = 300;

    /// @serial which rule was broken
    private final InvalidReason reason;

    public AltoFormatException(InvalidReason reason, String message) {
        super(message.length() > MAX_MESSAGE_CHARS ? message.substring(0, MAX_MESSAGE_CHARS) + "..." : message);
        this.reason = reason;
    }

    /// Which rule was broken, for counting.
    public InvalidReason reason() {
        return reason;
    }
}
