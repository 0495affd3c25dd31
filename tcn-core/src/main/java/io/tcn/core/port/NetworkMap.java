// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.Pipe;
import java.util.Collection;

/// What knows which resources a pipe uses: a topology file, an ALTO server.
public interface NetworkMap {
    /// Asks for the map of some pipes. May block; only the ALTO loop calls it. A pipe that the source does not know
    /// gets its two storages only. The version in the answer has no meaning: the loop counts versions.
    ///
    /// @throws NetworkMapUnavailableException if the source cannot be reached or understood; the last map stays
    NetworkMapSnapshot map(Collection<Pipe> pipes) throws NetworkMapUnavailableException;

    /// Has somebody told whenever [#map] would give another answer than before. A source that only answers when it is
    /// asked never tells.
    ///
    /// @param changed may be called on any thread; returns at once
    default void listen(Runnable changed) {}
}
