// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Hands the bytes of a file's parts on in the file's order, to one subscriber and one piece for each that it asks for.
/// The room of a piece is given back when the next one is asked for.
///
/// Signals may come from any thread; whoever finds it idle works off what there is, as in a relay.
final class OrderedBytes implements Flow.Publisher<List<ByteBuffer>> {
    private final LongConsumer released;
    private final Runnable onCancel;
    private final AtomicInteger notes = new AtomicInteger();
    private final AtomicLong demand = new AtomicLong();
    private volatile Flow.@Nullable Subscriber<? super List<ByteBuffer>> subscriber;
    private volatile @Nullable Throwable failure;

    // Guarded by this.
    private final Deque<StagedPart> parts = new ArrayDeque<>();
    private boolean isWhole;
    private boolean closed;

    /// Of the one who works.
    private boolean ended;

    /// @param released is told of room that is given back
    /// @param onCancel what happens when nobody wants the bytes any more
    OrderedBytes(LongConsumer released, Runnable onCancel) {
        this.released = released;
        this.onCancel = onCancel;
    }

    /// The next part in the file's order. Its bytes may come later.
    synchronized void add(StagedPart part) {
        if (closed) {
            part.close();
        }
        parts.add(part);
    }

    /// A part, the only one, of which no byte has come is none.
    synchronized void remove(StagedPart part) {
        parts.remove(part);
    }

    /// No more parts follow.
    void whole() {
        synchronized (this) {
            isWhole = true;
        }
        drain();
    }

    /// Ends with a failure; the first one counts.
    void fail(Throwable cause) {
        synchronized (this) {
            if (failure == null) {
                failure = cause;
            }
        }
        drain();
    }

    /// What it has ended with, null if it has not.
    @Nullable
    Throwable failure() {
        return failure;
    }

    /// Whether nothing is there that could be handed on.
    synchronized boolean isEmpty() {
        StagedPart first = parts.peek();
        return first == null || !first.hasBytes();
    }

    /// Drops what there is.
    synchronized void close() {
        closed = true;
        parts.forEach(StagedPart::close);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super List<ByteBuffer>> given) {
        if (subscriber != null) {
            throw new IllegalStateException("the bytes of a file can be read only once");
        }
        subscriber = given;
        given.onSubscribe(new Demand());
        drain();
    }

    /// Hands on what is there and wanted.
    void drain() {
        if (notes.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            step();
            seen = notes.addAndGet(-seen);
        } while (seen != 0);
    }

    private void step() {
        Flow.Subscriber<? super List<ByteBuffer>> taker = subscriber;
        if (ended || taker == null) {
            return;
        }
        while (failure == null && demand.get() > 0) {
            ByteBuffer next = next();
            if (next == null) {
                break;
            }
            demand.decrementAndGet();
            taker.onNext(List.of(next));
        }
        Throwable cause = failure;
        if (cause != null) {
            ended = true;
            taker.onError(cause);
        } else if (isUsedUp()) {
            ended = true;
            taker.onComplete();
        }
    }

    private @Nullable ByteBuffer next() {
        while (true) {
            StagedPart first;
            synchronized (this) {
                first = parts.peek();
            }
            if (first == null) {
                return null;
            }
            long dropped = first.drop();
            if (dropped > 0) {
                released.accept(dropped);
            }
            ByteBuffer bytes = first.take();
            if (bytes != null || !first.isUsedUp()) {
                return bytes;
            }
            synchronized (this) {
                parts.remove(first);
            }
        }
    }

    private synchronized boolean isUsedUp() {
        return isWhole && !closed && parts.stream().allMatch(StagedPart::isUsedUp);
    }

    private final class Demand implements Flow.Subscription {
        @Override
        public void request(long lists) {
            if (lists > 0) {
                demand.getAndUpdate(before -> before + lists < 0 ? Long.MAX_VALUE : before + lists);
                drain();
            }
        }

        @Override
        public void cancel() {
            onCancel.run();
        }
    }
}
