// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.alto;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Counts what goes through a transport.
final class CountingTransport implements AltoTransport {
    private final AltoTransport next;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong waitNanos = new AtomicLong();
    private final AtomicLong streamBytes = new AtomicLong();
    private final AtomicLong firstNanos = new AtomicLong();
    private volatile @Nullable AltoRequest lastPost;
    private volatile boolean opened;

    CountingTransport(AltoTransport next) {
        this.next = next;
    }

    /// What was counted.
    ///
    /// @param requests answered ones, streams left out
    /// @param bytes of the bodies of their answers
    /// @param waitNanos from each request to the last byte of its answer, summed up
    /// @param streamBytes of streams
    /// @param firstNanos monotonic time at which the first request since the last mark began, 0 if there was none
    record Counts(long requests, long bytes, long waitNanos, long streamBytes, long firstNanos) {}

    /// All that was counted so far. Sets a mark.
    Counts mark() {
        return new Counts(requests.get(), bytes.get(), waitNanos.get(), streamBytes.get(), firstNanos.getAndSet(0));
    }

    /// Whether a stream has been asked for.
    boolean isStreamAsked() {
        return opened;
    }

    /// The last request that had a body, null before.
    @Nullable
    AltoRequest lastPost() {
        return lastPost;
    }

    @Override
    public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        firstNanos.compareAndSet(0, begun);
        if (request.body() != null) {
            lastPost = request;
        }
        AltoResponse response = next.exchange(request);
        waitNanos.addAndGet(System.nanoTime() - begun);
        requests.incrementAndGet();
        bytes.addAndGet(response.body().length);
        return response;
    }

    @Override
    public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
        opened = true;
        return next.open(request, new StreamReceiver() {
            @Override
            public void bytes(byte[] some) {
                streamBytes.addAndGet(some.length);
                receiver.bytes(some);
            }

            @Override
            public void ended(String why) {
                receiver.ended(why);
            }
        });
    }
}
