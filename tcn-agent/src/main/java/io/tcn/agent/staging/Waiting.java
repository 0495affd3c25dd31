// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

/// How one copy waits in its first stage: for places and room, which others have and for which nobody is to blame, or
/// for the source. One that gives no byte for long is given up, lest it keeps places and room from others.
final class Waiting {
    /// Who waits looks up so often.
    private static final long LOOK_NANOS = 200_000_000;

    private final StoredFile source;
    private final OrderedBytes bytes;
    private final TimeSource time;
    private final Duration patience;
    private final LongConsumer held;

    // Guarded by this.
    private boolean written;
    private int underWay;
    private long lastNanos;

    /// @param held is told for how many nanoseconds nothing can come
    Waiting(StoredFile source, OrderedBytes bytes, TimeSource time, Duration patience, LongConsumer held) {
        this.source = source;
        this.bytes = bytes;
        this.time = time;
        this.patience = patience;
        this.held = held;
        this.lastNanos = time.nanoTime();
    }

    /// A request to the source begins, or ends.
    synchronized void underWay(int change) {
        underWay += change;
        lastNanos = time.nanoTime();
    }

    /// The file is being written from now on.
    synchronized void written() {
        written = true;
    }

    /// The source has given bytes.
    synchronized void moved() {
        lastNanos = time.nanoTime();
    }

    /// Waits for what the source gives.
    void forSource(CompletableFuture<?> what) throws TransferException, InterruptedException {
        while (!isDone(what)) {
            look();
            if (!isUnderWay()) {
                held.accept(LOOK_NANOS);
            }
        }
        throwFailure();
    }

    /// Waits for what others have.
    void forOthers(CompletableFuture<?> what) throws TransferException, InterruptedException {
        while (!isDone(what)) {
            look();
            held.accept(LOOK_NANOS);
        }
    }

    /// Waits for what others have, on a thread that reads: what is written is held back where nothing is left.
    void toRead(CompletableFuture<?> what) throws InterruptedException {
        while (!isDone(what)) {
            if (isHungry()) {
                held.accept(LOOK_NANOS);
            }
        }
        if (what.state() != Future.State.SUCCESS) {
            throw new CancellationException("closed");
        }
    }

    private static boolean isDone(CompletableFuture<?> future) throws InterruptedException {
        try {
            var _ = future.get(LOOK_NANOS, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException | CancellationException e) {
            return true;
        }
    }

    private void look() throws TransferException {
        throwFailure();
        if (isMute()) {
            throw new TransferException(
                    ErrorCode.TIMEOUT,
                    "the source " + source.name() + " gave no byte for " + patience.toMillis() / 1000.0
                            + " s; see whether it is up");
        }
    }

    private synchronized boolean isHungry() {
        return written && underWay == 0 && bytes.isEmpty();
    }

    private synchronized boolean isUnderWay() {
        return underWay > 0;
    }

    private synchronized boolean isMute() {
        return underWay > 0 && time.nanoTime() - lastNanos > patience.toNanos();
    }

    private void throwFailure() throws TransferException {
        Throwable failure = bytes.failure();
        if (failure instanceof TransferException ours) {
            throw ours;
        }
        if (failure != null) {
            throw new TransferException(
                    ErrorCode.INTERRUPTED,
                    "the connection to the source broke before a byte was written",
                    TransferException.Outlook.FINAL,
                    failure);
        }
    }
}
