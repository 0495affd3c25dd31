// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Bytes of one request that reads, between the buffers in which they came and the end that writes: copied into pieces,
/// so that what they take is exactly what was claimed for them. One thread fills, another one takes.
final class StagedPart {
    /// Room is claimed in pieces of at most so many bytes.
    static final int PIECE_BYTES = 64 * 1024;

    private static final class Piece {
        private final byte[] bytes;
        private int filled;
        private int taken;

        Piece(int size) {
            bytes = new byte[size];
        }
    }

    private final long from;
    private final long length;

    // Guarded by this.
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private long opened;
    private long filled;
    private boolean complete;
    private boolean closed;

    /// @param from the first byte's place in the file
    /// @param length how many bytes it has, or -1 if nobody knows
    StagedPart(long from, long length) {
        this.from = from;
        this.length = length;
    }

    long from() {
        return from;
    }

    /// How many bytes it has, or -1 if nobody knows.
    long length() {
        return length;
    }

    /// How many bytes have come.
    synchronized long filled() {
        return filled;
    }

    /// Size of the piece that is to be opened next, 0 if everything has its place.
    synchronized int nextPiece() {
        return length < 0 ? PIECE_BYTES : (int) Math.min(PIECE_BYTES, length - opened);
    }

    /// How many bytes have no piece yet.
    synchronized long unopened() {
        return length - opened;
    }

    /// Adds an empty piece, for which room was claimed.
    synchronized void open(int size) {
        if (!closed) {
            opened += size;
            pieces.add(new Piece(size));
        }
    }

    /// Copies as much as the open piece takes.
    ///
    /// @return how many bytes; 0 if another piece is to be opened before
    synchronized int fill(ByteBuffer bytes) {
        if (closed) {
            int dropped = bytes.remaining();
            bytes.position(bytes.limit());
            return dropped;
        }
        Piece piece = pieces.peekLast();
        if (piece == null || piece.filled == piece.bytes.length) {
            return 0;
        }
        int count = Math.min(bytes.remaining(), piece.bytes.length - piece.filled);
        bytes.get(piece.bytes, piece.filled, count);
        piece.filled += count;
        filled += count;
        return count;
    }

    /// No more bytes come.
    synchronized void complete() {
        complete = true;
    }

    /// Whether all bytes were taken and no more come.
    synchronized boolean isUsedUp() {
        return complete && !hasBytes();
    }

    /// Whether there are bytes to take.
    synchronized boolean hasBytes() {
        for (Piece piece : pieces) {
            if (piece.taken < piece.filled) {
                return true;
            }
        }
        return false;
    }

    /// The next bytes, null if none are there.
    synchronized @Nullable ByteBuffer take() {
        for (Piece piece : pieces) {
            if (piece.taken < piece.filled) {
                ByteBuffer next = ByteBuffer.wrap(piece.bytes, piece.taken, piece.filled - piece.taken)
                        .slice();
                piece.taken = piece.filled;
                return next;
            }
        }
        return null;
    }

    /// Drops the pieces of which all bytes were taken, and nobody uses what was taken any more.
    ///
    /// @return for how many bytes of room
    synchronized long drop() {
        long dropped = 0;
        while (true) {
            Piece first = pieces.peekFirst();
            boolean isUsed =
                    first != null && first.taken == first.filled && (complete || first.filled == first.bytes.length);
            if (first == null || !isUsed) {
                return dropped;
            }
            dropped += first.bytes.length;
            pieces.remove();
        }
    }

    /// Drops everything; whatever still comes is not kept.
    synchronized void close() {
        closed = true;
        pieces.clear();
    }
}
