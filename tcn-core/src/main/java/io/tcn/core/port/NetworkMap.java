// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

/// What knows which resources a pipe uses: what ALTO servers have told, with what is known from elsewhere.
public interface NetworkMap {
    /// The map of some pipes, put together from what is held: asks nobody and does not wait. Only the map loop
    /// calls it. Each pipe is in the answer, also one of which nothing is known. The version of the
    /// answer has no meaning: the state counts versions of the map.
    ///
    /// @throws NetworkMapUnavailableException if there is no map now; the last one stays
    NetworkMapSnapshot map(PipeTable pipes) throws NetworkMapUnavailableException;

    /// Has somebody told whenever [#map] would give another answer than before. A source that only answers when it is
    /// asked never tells.
    ///
    /// @param changed may be called on any thread; returns at once
    default void listen(Runnable changed) {}
}
