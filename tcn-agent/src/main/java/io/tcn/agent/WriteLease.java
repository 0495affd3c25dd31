// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

/// Whether this process may still change the destination of an attempt. In the server's own process it always
/// may; an agent may as long as the server cannot have given the transfer to somebody else. Once lost it
/// never comes back. Safe for several threads; asked before each step that publishes, replaces or removes
/// something, and before each piece of an upload.
@FunctionalInterface
public interface WriteLease {
    /// Nobody else can have the transfer.
    WriteLease ALWAYS = () -> true;

    boolean isHeld();
}
