// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.PathVectorDocument;

/// Brings changes of paths from a server that pushes them.
interface PathPush extends AutoCloseable {
    /// Hears what is pushed, on any thread.
    interface Listener {
        /// Paths or properties of elements have changed.
        ///
        /// @param query what was followed
        /// @param samePaths whether only properties differ from what was told of this query before
        void paths(StreamQuery query, PathVectorDocument<Address> now, boolean samePaths);

        /// The server is there and has nothing new.
        void confirmed();

        /// The stream has begun to work, or has ended.
        void up(boolean isUp);

        /// Something was wrong.
        void fault(String reason);
    }

    /// A server that never pushes.
    PathPush NONE = new PathPush() {
        @Override
        public void follow(StreamQuery query, Listener listener) {}

        @Override
        public void close() {}
    };

    /// Follows a question from now on, in place of the one before; following the same again does nothing.
    ///
    /// @throws AltoException if the server does not offer it after all
    void follow(StreamQuery query, Listener listener) throws AltoException, InterruptedException;

    /// Ends the stream.
    @Override
    void close();
}
