// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// The memory of the staging buffer: so much for an agent, so much of it for each pipe. Who reads claims room before
/// the bytes come and gives it back when they were handed on. Claims are met in their order.
///
/// Files that are not being written yet have at most half of it. So those that are written always come to room: what
/// they hold themselves drains without anybody's help.
///
/// A pipe that holds something takes no more than what is still free then. So pipes whose destinations are slow, or
/// held to a bound, leave room for others, however many bytes they would like to have read; each finds half of what
/// those before it left.
///
/// Safe for several threads; nobody waits in it.
final class StagingRoom {
    private final long mostBytes;
    private final long mostOfPipe;

    // Guarded by this, and so is all that shares and claims have.
    private final List<Claim> waiting = new ArrayList<>();
    private long used;
    private long usedAhead;

    /// @param mostBytes for all pipes, positive
    /// @param mostOfPipe for each pipe, positive
    StagingRoom(long mostBytes, long mostOfPipe) {
        this.mostBytes = mostBytes;
        this.mostOfPipe = Math.min(mostBytes, mostOfPipe);
    }

    /// What a pipe may have at most.
    long mostOfPipe() {
        return mostOfPipe;
    }

    /// What a pipe could have at this moment if it had nothing.
    synchronized long freeForPipe() {
        return Math.min(mostOfPipe, mostBytes - used);
    }

    /// Bytes that are claimed at this moment.
    synchronized long used() {
        return used;
    }

    /// The share of a new pipe.
    OfPipe ofPipe() {
        return new OfPipe();
    }

    /// What the files of one pipe hold.
    final class OfPipe {
        private long held;
        private long heldAhead;

        /// The share of a file of this pipe, which is not being written yet.
        OfFile ofFile() {
            return new OfFile(this, false);
        }

        /// As [#ofFile], for a file that reads as much as it can: like a pipe beside others it takes no more than what
        /// is
        /// still free for its pipe then.
        OfFile ofSharingFile() {
            return new OfFile(this, true);
        }

        /// Bytes that are claimed at this moment.
        long used() {
            synchronized (StagingRoom.this) {
                return held;
            }
        }
    }

    private record Claim(OfFile file, long bytes, CompletableFuture<Void> granted) {}

    /// What one file holds.
    final class OfFile {
        private final OfPipe pipe;
        private final boolean shares;
        private long held;
        private boolean isAhead = true;
        private boolean isClosed;

        private OfFile(OfPipe pipe, boolean shares) {
            this.pipe = pipe;
            this.shares = shares;
        }

        /// Asks for room, for at most half of what the pipe may have.
        ///
        /// @return completes when there is room; cancelled when the file is closed before
        CompletableFuture<Void> claim(long bytes) {
            CompletableFuture<Void> granted = new CompletableFuture<>();
            change(() -> {
                if (isClosed) {
                    granted.cancel(false);
                } else {
                    waiting.add(new Claim(this, bytes, granted));
                }
            });
            return granted;
        }

        /// Gives room back.
        void release(long bytes) {
            change(() -> hold(-Math.min(bytes, held)));
        }

        /// The file is being written from now on.
        void written() {
            change(() -> {
                if (isAhead) {
                    long before = held;
                    hold(-before);
                    isAhead = false;
                    hold(before);
                }
            });
        }

        /// Gives everything back and claims nothing any more.
        void close() {
            List<CompletableFuture<Void>> given = new ArrayList<>();
            change(() -> {
                isClosed = true;
                hold(-held);
                waiting.removeIf(claim -> claim.file() == this && given.add(claim.granted()));
            });
            given.forEach(claim -> claim.cancel(false));
        }

        private void hold(long bytes) {
            held += bytes;
            pipe.held += bytes;
            used += bytes;
            if (isAhead) {
                pipe.heldAhead += bytes;
                usedAhead += bytes;
            }
        }

        /// Its first bytes leave nothing to others if they must.
        private boolean leavesRoomInPipe(long bytes) {
            return !shares || held == 0 || held + bytes <= mostOfPipe - pipe.held - bytes;
        }

        private boolean hasRoomInPipe(long bytes) {
            return pipe.held + bytes <= mostOfPipe
                    && (!isAhead || pipe.heldAhead + bytes <= mostOfPipe / 2)
                    && leavesRoom(bytes);
        }

        /// What others of its kind could have after it is as much as its pipe has then. The first bytes of a pipe
        /// leave nothing to others if they must, or it could be kept from them for ever.
        private boolean leavesRoom(long bytes) {
            long own = isAhead ? pipe.heldAhead : pipe.held - pipe.heldAhead;
            long free = mostBytes - used;
            if (isAhead) {
                free = Math.min(free, mostBytes / 2 - usedAhead);
            }
            return own == 0 || own + bytes <= free - bytes;
        }

        private boolean hasRoom(long bytes) {
            return used + bytes <= mostBytes && (!isAhead || usedAhead + bytes <= mostBytes / 2);
        }
    }

    private void change(Runnable what) {
        List<Claim> granted;
        synchronized (this) {
            what.run();
            granted = grant();
        }
        granted.forEach(claim -> claim.granted().complete(null));
    }

    /// Who does not find room keeps those behind him from taking it: in his pipe, or where all is used, everywhere.
    /// Files that are written do not wait for those that are not.
    private List<Claim> grant() {
        List<Claim> granted = new ArrayList<>();
        Set<OfPipe> full = new HashSet<>();
        Set<OfPipe> fullAhead = new HashSet<>();
        boolean allFull = false;
        boolean allFullAhead = false;
        for (Iterator<Claim> claims = waiting.iterator(); claims.hasNext(); ) {
            Claim claim = claims.next();
            OfFile file = claim.file();
            boolean ahead = file.isAhead;
            if (allFull || full.contains(file.pipe) || (ahead && (allFullAhead || fullAhead.contains(file.pipe)))) {
                continue;
            }
            if (!file.leavesRoomInPipe(claim.bytes())) {
                continue;
            }
            if (!file.hasRoomInPipe(claim.bytes())) {
                (ahead ? fullAhead : full).add(file.pipe);
            } else if (!file.hasRoom(claim.bytes())) {
                allFullAhead = true;
                allFull = !ahead;
            } else {
                file.hold(claim.bytes());
                claims.remove();
                granted.add(claim);
            }
        }
        return granted;
    }
}
