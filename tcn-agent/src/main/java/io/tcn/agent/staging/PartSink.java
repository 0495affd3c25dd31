// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.agent.TransferException;
import io.tcn.core.model.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Takes the bytes of one request into its [StagedPart]. It asks for the next list when all of the last one has its
/// place: where no room was claimed before, it claims it piece by piece, and holds one list at most meanwhile. The end
/// of the request may come while that list waits; it counts once the list has its place.
final class PartSink implements Flow.Subscriber<List<ByteBuffer>> {
    private final StagedPart part;
    private final StagingRoom.OfFile room;
    private final StageMeter meter;
    private final Runnable moved;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean cancelled;

    /// Of whoever stores: signals come one after the other, and the next list only when all of the last one is stored.
    private final Queue<ByteBuffer> rest = new ArrayDeque<>();
    private long claimed;

    // Guarded by this.
    private boolean storing;
    private boolean ended;

    /// @param claimed for how many bytes room was claimed already
    /// @param moved is told that bytes have come
    PartSink(StagedPart part, StagingRoom.OfFile room, long claimed, StageMeter meter, Runnable moved) {
        this.part = part;
        this.room = room;
        this.claimed = claimed;
        this.meter = meter;
        this.moved = moved;
    }

    /// Completes when all bytes are stored, or with what went wrong.
    CompletableFuture<Void> done() {
        return done;
    }

    /// Gives the request up.
    void cancel() {
        cancelled = true;
        Flow.Subscription reader = subscription;
        if (reader != null) {
            reader.cancel();
        }
        done.cancel(false);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (cancelled) {
            given.cancel();
        } else {
            given.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            meter.read(buffer.remaining());
            rest.add(buffer);
        }
        synchronized (this) {
            storing = true;
        }
        store();
    }

    @Override
    public void onError(Throwable failure) {
        done.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        synchronized (this) {
            ended = true;
            if (storing) {
                return;
            }
        }
        finish();
    }

    private void finish() {
        if (part.length() >= 0 && part.filled() != part.length()) {
            fail("only " + part.filled() + " of " + part.length() + " bytes came");
        } else {
            part.complete();
            moved.run();
            done.complete(null);
        }
    }

    private void store() {
        while (!cancelled) {
            ByteBuffer next = rest.peek();
            if (next == null) {
                stored();
                return;
            }
            if (!next.hasRemaining()) {
                rest.remove();
            } else if (part.fill(next) == 0 && !open()) {
                return;
            }
        }
    }

    /// All that has come has its place.
    private void stored() {
        boolean isLast;
        synchronized (this) {
            storing = false;
            isLast = ended;
        }
        if (isLast) {
            finish();
        } else {
            moved.run();
            ask();
        }
    }

    private void ask() {
        Flow.Subscription reader = subscription;
        if (reader != null) {
            reader.request(1);
        }
    }

    /// Opens a piece for the next bytes.
    ///
    /// @return whether it is open; else storing goes on when there is room for it, or not at all
    private boolean open() {
        int size = part.nextPiece();
        if (size == 0) {
            fail("more than " + part.length() + " bytes came");
            return false;
        }
        if (claimed >= size) {
            claimed -= size;
            part.open(size);
            return true;
        }
        moved.run();
        CompletableFuture<Void> claim = room.claim(size);
        if (claim.isDone() && !claim.isCancelled()) {
            part.open(size);
            return true;
        }
        meter.blocked(1);
        // On a thread of its own: the one that gives room back has other work.
        var _ = claim.whenCompleteAsync(
                (granted, none) -> {
                    meter.blocked(-1);
                    if (none == null) {
                        part.open(size);
                        store();
                    }
                },
                work -> Thread.ofVirtual().name("stage-room").start(work));
        return false;
    }

    private void fail(String what) {
        Flow.Subscription reader = subscription;
        if (reader != null) {
            reader.cancel();
        }
        done.completeExceptionally(new TransferException(
                ErrorCode.INTERRUPTED, "the source did not deliver the file as announced: " + what));
    }
}
