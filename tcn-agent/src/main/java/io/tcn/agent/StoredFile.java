// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/// One end of one attempt: a file at a storage, there or not yet. Used by the attempt's thread only, but for opening,
/// which several may do at once. Every method may block; an interrupt ends it and closes what it holds.
public interface StoredFile {
    /// Which end this is.
    Side side();

    /// Its name for messages: without credentials and query.
    String name();

    /// Whether another machine holds the file, so that it has a checksum of its own to tell.
    boolean isRemote();

    /// The address of the machine that was asked for it last; empty before, and for one on this machine. May be called
    /// by any thread.
    default Optional<InetSocketAddress> peer() {
        return Optional.empty();
    }

    /// Looks at the file without changing anything.
    ///
    /// @param withChecksum whether the ADLER32 is wanted; an end that cannot tell it leaves it out
    /// @return empty if there is none
    Optional<FileFacts> look(boolean withChecksum) throws TransferException, InterruptedException;

    /// Looks as closely as is needed to tell whose the file is: size, time of the last change, ETag and the difference
    /// of the clocks, as far as the end tells them at all. Without checksum.
    ///
    /// @return empty if there is none
    Optional<FileFacts> inspect() throws TransferException, InterruptedException;

    /// Whether a folder is where the file should be.
    boolean isFolder() throws TransferException, InterruptedException;

    /// Opens the file for reading.
    OpenBytes open() throws TransferException, InterruptedException;

    /// Opens a part of the file for reading.
    ///
    /// @param from its first byte
    /// @param to the byte after its last one
    /// @return empty if this end gives whole files only
    default Optional<OpenPart> openPart(long from, long to) throws TransferException, InterruptedException {
        return Optional.empty();
    }

    /// Whether this end may give parts of files: it is asked for one if nobody knows.
    default boolean givesParts() {
        return false;
    }

    /// For how long this end will let itself be asked, as far as that is known: until our right to ask ends.
    default Optional<Duration> rightLasts() {
        return Optional.empty();
    }

    /// The parts that this end gave did not fit together: for a while it is read by one request.
    default void doubtParts() {}

    /// Writes the file from the relay and returns once it is safely there.
    ///
    /// @param sizeBytes how many bytes will come, or -1 if nobody knows
    /// @param overwrite whether a file that is there may be replaced
    /// @param footprint is told from when on something may lie at the destination
    void write(Relay relay, long sizeBytes, boolean overwrite, Footprint footprint)
            throws TransferException, InterruptedException;

    /// Removes what lies under the file's own name; nothing there is fine.
    ///
    /// @param seen what was found there and judged. Where an end can tell that something else is there by now, that
    ///     stays, and this fails
    /// @param footprint is asked each time before the end is told to remove it
    /// @return whether nothing is there any more; false if it may have been removed and somebody has put
    ///     another file there since, which stays
    boolean remove(FileFacts seen, Footprint footprint) throws TransferException, InterruptedException;

    /// Removes what attempts at this transfer wrote under other names than the file's own. Most ends have none.
    default void removeParts() throws TransferException, InterruptedException {}
}
