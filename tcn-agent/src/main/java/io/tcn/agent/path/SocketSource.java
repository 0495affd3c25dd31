// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.path;

import java.io.IOException;
import java.util.List;

/// Tells of the open TCP connections of this process.
@FunctionalInterface
public interface SocketSource {
    /// @throws IOException if it cannot tell now
    List<TcpSocket> read() throws IOException;
}
