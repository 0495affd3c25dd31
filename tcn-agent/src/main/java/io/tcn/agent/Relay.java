// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.Adler32;
import org.jspecify.annotations.Nullable;

/// Passes the bytes of one file from the end that reads to the end that writes, as they come and without copying
/// them, and keeps count and ADLER32 on the way.
///
/// It asks the reader for one more list of buffers only when everything before has been handed on: so reading goes on
/// while the last buffer is being written, and never more than one list is held, however slow the writer is. It asks no
/// sooner than the [Pace] of the copy lets it; nobody waits meanwhile.
///
/// Signals may come from any thread. Whoever finds the relay idle works off what there is (`drain`); the others leave
/// a note and go. All fields without `volatile` belong to the one who drains.
public final class Relay implements Flow.Processor<List<ByteBuffer>, ByteBuffer> {
    /// How soon a copy that is held back sees that its bound has changed.
    private static final long HOLD_NANOS = 500_000_000;

    private final Flow.Publisher<List<ByteBuffer>> source;
    private final long expectedBytes;
    private final LongConsumer progress;
    private final Pace pace;
    private final WriteLease lease;
    private final CompletableFuture<Void> started = new CompletableFuture<>();

    private final CompletableFuture<Void> writerGone = new CompletableFuture<>();

    private final AtomicInteger notes = new AtomicInteger();
    private final AtomicLong demand = new AtomicLong();
    private final AtomicBoolean subscribedUpstream = new AtomicBoolean();
    private final AtomicReference<@Nullable List<ByteBuffer>> arrived = new AtomicReference<>();
    private volatile Flow.@Nullable Subscription upstream;
    private volatile Flow.@Nullable Subscriber<? super ByteBuffer> downstream;
    private volatile boolean sourceDone;
    private final AtomicReference<@Nullable Throwable> sourceFailure = new AtomicReference<>();
    private volatile boolean cancelled;
    private volatile boolean complete;
    private volatile Runnable onLastByte = () -> {};
    private volatile long passedBytes;

    private final Queue<ByteBuffer> waiting = new ArrayDeque<>();
    private final Adler32 adler = new Adler32();
    private boolean asked;
    private boolean ended;
    private long unpaidBytes;
    private boolean mayAsk;
    private boolean starving;
    private volatile Consumer<Boolean> onStarving = now -> {};
    private volatile boolean held;

    /// @param expectedBytes how many bytes must come, or -1 if nobody knows; another number is a failure of the source
    /// @param progress told of every buffer's bytes
    public Relay(Flow.Publisher<List<ByteBuffer>> source, long expectedBytes, LongConsumer progress) {
        this(source, expectedBytes, progress, Pace.FREE);
    }

    /// @param pace when the reader may be asked for more
    public Relay(Flow.Publisher<List<ByteBuffer>> source, long expectedBytes, LongConsumer progress, Pace pace) {
        this(source, expectedBytes, progress, pace, WriteLease.ALWAYS);
    }

    /// @param lease asked before each buffer is handed on; when it is lost, the writer hears of a failure instead
    public Relay(
            Flow.Publisher<List<ByteBuffer>> source,
            long expectedBytes,
            LongConsumer progress,
            Pace pace,
            WriteLease lease) {
        this.lease = lease;
        this.pace = pace;
        this.source = source;
        this.expectedBytes = expectedBytes;
        this.progress = progress;
    }

    /// What happens when the last byte was handed on.
    public void onLastByte(Runnable action) {
        onLastByte = action;
    }

    /// Who is told when the writer waits for bytes that the reader was asked for, and when it does not any more.
    public void onStarving(Consumer<Boolean> listener) {
        onStarving = listener;
    }

    /// Completes when the writer begins to take bytes.
    public CompletableFuture<Void> started() {
        return started;
    }

    /// Completes when the writer wants no more although there is more.
    public CompletableFuture<Void> writerGone() {
        return writerGone;
    }

    /// The failure of the reading end, empty if it did nothing wrong.
    public Optional<TransferException> sourceTrouble() {
        Throwable failure = sourceFailure.get();
        if (failure == null) {
            return Optional.empty();
        }
        if (failure instanceof TransferException ours) {
            return Optional.of(ours);
        }
        String message = failure instanceof WrongLengthException
                ? "the source did not deliver the file as announced: " + failure.getMessage()
                : "the connection to the source broke after " + passedBytes + " bytes";
        return Optional.of(
                new TransferException(ErrorCode.INTERRUPTED, message, TransferException.Outlook.FINAL, failure));
    }

    /// Whether the writer has been given every byte.
    public boolean isComplete() {
        return complete;
    }

    /// How many bytes must come, or -1 if nobody knows.
    public long expectedBytes() {
        return expectedBytes;
    }

    /// Bytes handed on so far.
    public long passedBytes() {
        return passedBytes;
    }

    /// The checksum of the bytes handed on; meaningful once [#isComplete].
    public Checksum checksum() {
        return Checksum.adler32(adler.getValue());
    }

    /// Stops reading, so that the reader's connection is given up. Does nothing once everything is through.
    public void abort() {
        cancelled = true;
        if (subscribedUpstream.compareAndSet(false, true)) {
            source.subscribe(this);
        }
        drain();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        if (downstream != null) {
            subscriber.onSubscribe(new Demand());
            subscriber.onError(new IllegalStateException("the bytes of a file can be relayed only once"));
            return;
        }
        downstream = subscriber;
        started.complete(null);
        subscriber.onSubscribe(new Demand());
        if (subscribedUpstream.compareAndSet(false, true)) {
            source.subscribe(this);
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        upstream = subscription;
        drain();
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        arrived.set(buffers);
        drain();
    }

    @Override
    public void onError(Throwable failure) {
        // A reader that was given up fails because of that: nothing is wrong with the source.
        if (!cancelled) {
            sourceFailed(failure);
        }
        sourceDone = true;
        drain();
    }

    @Override
    public void onComplete() {
        sourceDone = true;
        drain();
    }

    private void drain() {
        if (notes.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            step();
            tellStarving();
            seen = notes.addAndGet(-seen);
        } while (seen != 0);
    }

    private void tellStarving() {
        boolean now = asked && !ended && !cancelled && demand.get() > 0;
        if (now != starving) {
            starving = now;
            onStarving.accept(now);
        }
    }

    private void step() {
        if (ended) {
            return;
        }
        if (cancelled) {
            stopReading();
            return;
        }
        Flow.Subscription reader = upstream;
        Flow.Subscriber<? super ByteBuffer> writer = downstream;
        if (reader == null || writer == null) {
            return;
        }
        boolean last = sourceDone;
        handOn(writer);
        if (ended || cancelled || !waiting.isEmpty() || arrived.get() != null) {
            return;
        }
        if (last) {
            end(writer);
        } else if (!asked && !held && mayAskNow()) {
            asked = true;
            reader.request(1);
        }
    }

    /// Whether the bytes that were handed on are paid for; else it is looked at again when they are.
    private boolean mayAskNow() {
        if (mayAsk) {
            mayAsk = false;
            return true;
        }
        long waitNanos = pace.passed(unpaidBytes);
        unpaidBytes = 0;
        if (waitNanos <= 0) {
            return true;
        }
        mayAsk = true;
        held = true;
        holdFor(waitNanos);
        return false;
    }

    /// Asks for nothing for a time, and looks now and then whether that is still so: a bound may be another one.
    private void holdFor(long nanos) {
        pace.after(Math.min(nanos, HOLD_NANOS), () -> {
            long left = cancelled || sourceDone ? 0 : pace.left();
            if (left > 0) {
                holdFor(left);
            } else {
                held = false;
                drain();
            }
        });
    }

    private void handOn(Flow.Subscriber<? super ByteBuffer> writer) {
        while (demand.get() > 0 && !cancelled) {
            if (waiting.isEmpty()) {
                List<ByteBuffer> buffers = arrived.getAndSet(null);
                if (buffers == null) {
                    return;
                }
                asked = false;
                waiting.addAll(buffers);
            }
            ByteBuffer buffer = waiting.poll();
            if (buffer == null || !buffer.hasRemaining()) {
                continue;
            }
            long bytes = buffer.remaining();
            long passed = passedBytes + bytes;
            if (!lease.isHeld()) {
                sourceFailed(Footprint.lost());
                end(writer);
                return;
            }
            if (expectedBytes >= 0 && passed > expectedBytes) {
                sourceFailed(new WrongLengthException("more than the announced " + expectedBytes + " bytes came"));
                end(writer);
                return;
            }
            adler.update(buffer.duplicate());
            passedBytes = passed;
            unpaidBytes += bytes;
            progress.accept(bytes);
            demand.decrementAndGet();
            writer.onNext(buffer);
        }
    }

    private void end(Flow.Subscriber<? super ByteBuffer> writer) {
        if (expectedBytes >= 0 && passedBytes != expectedBytes) {
            sourceFailed(new WrongLengthException(
                    "only " + passedBytes + " of the announced " + expectedBytes + " bytes came"));
        }
        if (!lease.isHeld()) {
            sourceFailed(Footprint.lost());
        }
        var _ = pace.passed(unpaidBytes);
        unpaidBytes = 0;
        Throwable failure = sourceFailure.get();
        if (failure != null) {
            stopReading();
            writer.onError(failure);
        } else {
            ended = true;
            complete = true;
            onLastByte.run();
            writer.onComplete();
        }
    }

    /// Notes why the reading end failed; the first cause stands, what follows comes of it.
    private void sourceFailed(Throwable failure) {
        sourceFailure.compareAndSet(null, failure);
    }

    private void stopReading() {
        Flow.Subscription reader = upstream;
        if (reader != null) {
            ended = true;
            reader.cancel();
        }
        waiting.clear();
        arrived.set(null);
    }

    /// The source delivered another number of bytes than it had announced.
    private static final class WrongLengthException extends Exception {
        private static final long serialVersionUID = 1L;

        WrongLengthException(String message) {
            super(message);
        }
    }

    private final class Demand implements Flow.Subscription {
        @Override
        public void request(long buffers) {
            if (buffers <= 0) {
                return;
            }
            demand.getAndUpdate(before -> before + buffers < 0 ? Long.MAX_VALUE : before + buffers);
            drain();
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (!complete) {
                writerGone.complete(null);
            }
            drain();
        }
    }
}
