// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

/// A message that cannot be used: rogue, broken, oversized or of another protocol. It costs a line and a
/// count.
public final class UnreadableMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param message why, without anything of its content
    UnreadableMessageException(String message) {
        super(message);
    }
}
