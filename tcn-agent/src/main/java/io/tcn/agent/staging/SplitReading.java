// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.agent.OpenBytes;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads a file that passes through us by one request, without a buffer, as long as its copy has one connection. Once
/// it has several, what is left of the file from some byte on is read by requests for parts of it, into the staging
/// buffer; the first request goes on until there, and is given up. All together are never more than the connections,
/// but where these become fewer: those that are under way then end by themselves, no other begins, and until then they
/// count ([FileStreams#underWay]).
///
/// Where the source gives no parts, or does not answer, the first request reads all of it. One that refuses a request
/// beside others has fewer from then on.
public final class SplitReading implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SplitReading.class);

    /// Parts begin so far ahead of what was handed on; four times as far after each try that was too late.
    private static final long FIRST_AHEAD = 4L << 20;

    private static final int TRIES = 4;

    /// How long a copy with a right that ends is watched first.
    private static final Duration LOOK = Duration.ofSeconds(1);

    /// A right must last for so many times as long as one request would take, and some time more.
    private static final double RIGHT_FACTOR = 1.5;

    private static final Duration RIGHT_RESERVE = Duration.ofMinutes(1);

    private final StoredFile source;
    private final OpenBytes open;
    private final long sizeBytes;
    private final PipeStages stages;
    private final Duration patience;
    private final LongConsumer held;
    private final FileStreams streams;
    private final IntConsumer uses;
    private final SplittableBytes bytes;
    private final long beganNanos;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    // Guarded by this.
    private boolean firstOver;
    private @Nullable Thread splitting;
    private @Nullable StagedReading rest;
    private @Nullable WritePlace place;
    private boolean closed;

    /// @param open the whole file
    /// @param stages of this file alone
    /// @param patience how long the source may give no byte before parts are handed on
    /// @param held is told for how many nanoseconds nothing can come, because others have the room
    /// @param streams says how many requests read
    /// @param uses is told how many do
    public SplitReading(
            StoredFile source,
            OpenBytes open,
            long sizeBytes,
            PipeStages stages,
            Duration patience,
            LongConsumer held,
            FileStreams streams,
            IntConsumer uses) {
        this.source = source;
        this.open = open;
        this.sizeBytes = sizeBytes;
        this.stages = stages;
        this.patience = patience;
        this.held = held;
        this.streams = streams;
        this.uses = uses;
        this.beganNanos = stages.clock().nanoTime();
        this.bytes = new SplittableBytes(open.bytes(), this::firstIsOver);
    }

    /// The bytes of the file, in its order.
    public Flow.Publisher<List<ByteBuffer>> bytes() {
        return bytes;
    }

    /// Follows the connections of the copy from now on.
    public void begin() {
        streams.tell(this::follow, this::underWay);
        stages.readers().onLeave(streams::requestIsOver);
        follow();
    }

    private synchronized void follow() {
        if (closed) {
            return;
        }
        int wanted = streams.wanted();
        stages.readAtOnce(firstOver ? wanted : wanted - 1);
        uses.accept(wanted);
        if (wanted > 1 && splitting == null) {
            splitting = Thread.ofVirtual().name("stage-split").start(this::split);
        }
    }

    private void firstIsOver() {
        synchronized (this) {
            firstOver = true;
        }
        follow();
        streams.requestIsOver();
    }

    private synchronized int underWay() {
        return stages.readers().inside() + (firstOver ? 0 : 1);
    }

    /// The source has refused a request.
    ///
    /// @return whether there will be fewer
    private boolean fewer() {
        synchronized (this) {
            int open = underWay();
            if (open <= 1) {
                return false;
            }
            streams.atMost(open - 1);
        }
        follow();
        return true;
    }

    /// Whoever waits before the first request is over keeps nobody.
    private void held(long nanos) {
        boolean waits;
        synchronized (this) {
            waits = firstOver;
        }
        if (waits) {
            held.accept(nanos);
        }
    }

    /// Ends what reads.
    @Override
    public void close() {
        Thread thread;
        synchronized (this) {
            closed = true;
            thread = splitting;
        }
        streams.tellNobody();
        over.complete(null);
        if (thread != null) {
            thread.interrupt();
        }
        drop();
    }

    private void drop() {
        StagedReading reading;
        WritePlace writing;
        synchronized (this) {
            reading = rest;
            writing = place;
            rest = null;
            place = null;
        }
        if (reading != null) {
            reading.close();
        }
        if (writing != null) {
            writing.close();
        }
    }

    private void split() {
        try {
            if (!isSplit()) {
                stayWhole("it gives no parts, is nearly through, or the right to read it could end before");
            }
        } catch (TransferException e) {
            stayWhole(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            // Closed, by one who knows why.
        } catch (RuntimeException | Error e) {
            stayWhole(e.toString());
            throw e;
        }
    }

    private void stayWhole(String why) {
        log.debug("{} is read by one request: {}", source.name(), why);
        drop();
        synchronized (this) {
            if (!closed) {
                streams.giveUp();
                uses.accept(1);
            }
        }
    }

    /// A request that runs needs no right any more, one for a part does: so who would be through only when it ends
    /// stays with the first request. How fast that goes is seen after a while.
    private boolean outlivesRight() throws InterruptedException {
        Optional<Duration> right = source.rightLasts();
        if (right.isEmpty()) {
            return false;
        }
        if (right.get().compareTo(RIGHT_RESERVE) < 0) {
            return true;
        }
        try {
            var _ = over.get(LOOK.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            log.trace("{} has been read for a while", source.name());
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        double seconds = (stages.clock().nanoTime() - beganNanos) / 1e9;
        double left = (sizeBytes - bytes.passed()) * seconds / Math.max(1, bytes.passed());
        long lasts = source.rightLasts().orElse(Duration.ZERO).toSeconds();
        return RIGHT_RESERVE.toSeconds() + RIGHT_FACTOR * left > lasts;
    }

    private boolean isSplit() throws TransferException, InterruptedException {
        if (outlivesRight()) {
            return false;
        }
        long ahead = FIRST_AHEAD;
        for (int i = 0; i < TRIES; i++) {
            long from = PipeStages.atGrain(bytes.passed() + ahead);
            if (sizeBytes - from < FIRST_AHEAD) {
                return false;
            }
            StagedReading parts =
                    new StagedReading(source, sizeBytes, from, open.state(), stages, patience, this::held, this::fewer);
            if (!keep(parts) || !parts.beginByParts()) {
                return false;
            }
            WritePlace writing = parts.enterWriting();
            if (!keep(writing)) {
                writing.close();
                return false;
            }
            if (bytes.goOnWith(from, parts.open().bytes())) {
                return true;
            }
            drop();
            ahead *= 4;
        }
        return false;
    }

    private synchronized boolean keep(StagedReading parts) {
        rest = parts;
        return !closed;
    }

    private synchronized boolean keep(WritePlace writing) {
        if (closed) {
            return false;
        }
        place = writing;
        return true;
    }
}
