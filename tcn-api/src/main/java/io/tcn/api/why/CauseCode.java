// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

/// What a transfer, pipe or job is waiting for, or what limits it. The names are part of the interface: they are
/// added to, not changed.
public enum CauseCode {
    /// It is over, and the file is at its destination.
    FINISHED,
    /// It is over and was given up.
    FAILED,
    /// It is over because somebody cancelled it, or what it waits for did not finish.
    CANCELED,
    /// It waits for other transfers to finish.
    PREDECESSOR,
    /// It is used if the source before it fails.
    SPARE_SOURCE,
    /// The server is being stopped.
    STOPPING,
    /// An operator has drained the server.
    DRAINED,
    /// An operator has banned a storage.
    BANNED,
    /// An operator holds the pipe.
    HELD,
    /// A storage in trouble is left alone for a while.
    STORAGE_PAUSED,
    /// Files are moved by agents, and none of these reaches both ends and has room.
    NO_AGENT,
    /// A credential of it has ended, or nobody who could move it has what opens its storages.
    NO_CREDENTIAL,
    /// A resource on the way has the capacity 0.
    CLOSED,
    /// The last try failed, and the next one has its time.
    RETRY_LATER,
    /// Another transfer owns the destination until nothing of it is written or cleaned up any more.
    DESTINATION_OWNED,
    /// What the token lets its transfers have has no room.
    TOKEN_LIMIT,
    /// A job asks for a rate: what keeps it from more, or from reaching it.
    RATE,
    /// A bound of the user has no room.
    BOUND,
    /// A limit of connections has no room.
    CONNECTION_LIMIT,
    /// The pipe has as many connections as it may have.
    PIPE_MAXIMUM,
    /// A resource on the way is used up.
    CAPACITY,
    /// The optimizer has given so many connections, for the reason in the details.
    OPTIMIZER,
    /// Nothing is in the way: it starts as soon as the loop comes to it.
    STARTING,
    /// Both ends are being looked at; nothing has been written.
    PREPARING,
    /// Bytes move.
    RUNNING,
    /// All bytes are there; the storage's checksum, or its word that they are safe, is awaited.
    VERIFYING,
    /// Nothing is queued and nothing runs.
    IDLE,
    /// A job whose transfers wait for different things: see each.
    SEVERAL
}
