// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

/// Where an update stream puts its bytes.
interface Outlet {
    /// Takes a whole event.
    ///
    /// @return false if there is no room for it: it is lost, and the stream must make up for it later
    boolean offer(byte[] event);

    /// Whether there is room for one more event of common size.
    boolean hasRoom();

    /// No event follows.
    void end(String why);
}
