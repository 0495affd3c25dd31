// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

/// Why nothing starts on a pipe, whatever it has queued.
public enum Hold {
    /// The server starts nothing more because it ends.
    ENDING,
    /// An operator has drained this server.
    PAUSED,
    /// An operator holds the pipe, as by a ban.
    HELD,
    /// One of its storages is in trouble and is left alone for a while.
    STORAGE_PAUSED,
    /// No process that moves files reaches both of its ends and has room; that is looked at again in a while.
    NO_AGENT,
    /// No process that moves files has what opens its storages; that is looked at again in a while.
    NO_CREDENTIAL,
    /// The network map has a resource of capacity 0 on its path.
    CLOSED
}
