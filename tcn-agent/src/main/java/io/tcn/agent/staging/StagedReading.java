// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.agent.FileState;
import io.tcn.agent.OpenBytes;
import io.tcn.agent.OpenPart;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.core.model.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The first stage of one copy: reads a file into the staging buffer, by several requests for parts of it where its
/// storage gives parts, else by one for all of it. What has come it hands on in the file's order.
///
/// A request for a part begins when it has room for all of it and a place, so that it ends without anybody's help;
/// the requests of a file take their room in the file's order. A request for the whole of a large file begins when the
/// file may be written, and takes room as its bytes come. So whoever waits for room or a place waits for others that
/// come to an end by themselves.
///
/// A request for a part that breaks off, or that the source refuses for its own trouble, is made again for what is
/// missing, some times and after pauses that grow. Any other failure ends all of it; what is in the buffer then is
/// thrown away.
public final class StagedReading implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StagedReading.class);

    private final StoredFile source;
    private final long sizeBytes;
    private final long firstByte;
    private final PipeStages stages;
    private final Duration patience;
    private final StagingRoom.OfFile room;
    private final OrderedBytes bytes;
    private final Waiting waiting;
    private final BooleanSupplier fewer;
    private final CompletableFuture<Void> readAhead = new CompletableFuture<>();
    private final CompletableFuture<Long> opened = new CompletableFuture<>();
    private final CompletableFuture<Void> mayStream = new CompletableFuture<>();
    private final CompletableFuture<Boolean> byParts = new CompletableFuture<>();
    private final OneState state;
    private final ReadingWork work = new ReadingWork(this::fail);

    /// @param sizeBytes size of the file as looking at it has shown, or -1 if nobody knows it
    /// @param patience how long the source may give no byte before the file can be written
    /// @param held is told for how many nanoseconds nothing can come, because others have the places or the room
    public StagedReading(StoredFile source, long sizeBytes, PipeStages stages, Duration patience, LongConsumer held) {
        this(source, sizeBytes, 0, null, stages, patience, held, () -> false);
    }

    /// The end of a file.
    ///
    /// @param firstByte where it begins
    /// @param state of the file that is meant, null if nobody knows
    /// @param fewer lets fewer requests read, because the source has refused one; false if there cannot be fewer
    StagedReading(
            StoredFile source,
            long sizeBytes,
            long firstByte,
            @Nullable FileState state,
            PipeStages stages,
            Duration patience,
            LongConsumer held,
            BooleanSupplier fewer) {
        this.source = source;
        this.sizeBytes = sizeBytes;
        this.firstByte = firstByte;
        this.state = new OneState(state);
        this.fewer = fewer;
        this.stages = stages;
        this.patience = patience;
        this.room = stages.roomOfFile();
        this.bytes = new OrderedBytes(room::release, this::close);
        this.waiting = new Waiting(source, bytes, stages.clock(), patience, held);
    }

    /// Begins to read, and waits until the file can be written: its first bytes are there, or it cannot be read ahead.
    public void begin() throws TransferException, InterruptedException {
        work.start("read-ahead", this::readAll);
        waiting.forSource(readAhead);
    }

    /// Begins to read by parts only, and waits until the source has given the first one.
    ///
    /// @return false if it gives none
    boolean beginByParts() throws TransferException, InterruptedException {
        work.start("read-parts", () -> byParts.complete(readParts()));
        waiting.forSource(byParts);
        return byParts.resultNow();
    }

    /// Waits for a place among those that write. Until it is closed the file has it.
    public WritePlace enterWriting() throws TransferException, InterruptedException {
        Gate.Entry entry = stages.writers().enter();
        boolean entered = false;
        try {
            waiting.forOthers(entry.admitted());
            entered = true;
        } finally {
            if (!entered) {
                stages.writers().withdraw(entry);
            }
        }
        room.written();
        waiting.written();
        mayStream.complete(null);
        return new WritePlace(stages);
    }

    /// Waits until the source has opened the file.
    public OpenBytes open() throws TransferException, InterruptedException {
        waiting.forSource(opened);
        return new OpenBytes(opened.resultNow(), bytes);
    }

    /// Ends all requests and gives room and places back. May be called more than once.
    @Override
    public void close() {
        Runnable rest = work.close();
        bytes.close();
        room.close();
        rest.run();
    }

    // --- on threads of its own

    /// Whatever goes wrong ends the copy.
    private void fail(Throwable cause) {
        bytes.fail(cause);
        readAhead.completeExceptionally(cause);
        byParts.completeExceptionally(cause);
        opened.completeExceptionally(cause);
        close();
    }

    private void readAll() throws TransferException, InterruptedException, ExecutionException {
        if (sizeBytes >= 0 && sizeBytes <= stages.partBytes(sizeBytes)) {
            new Request(new StagedPart(0, sizeBytes), false).begin();
            bytes.whole();
        } else if (sizeBytes < 0 || !readParts()) {
            readAhead.complete(null);
            mayStream.get();
            new Request(new StagedPart(0, sizeBytes), false).beginWithoutRoom();
            bytes.whole();
        }
    }

    /// @return false if the source gives no parts
    private boolean readParts() throws TransferException, InterruptedException, ExecutionException {
        Request request = null;
        for (long from = firstByte; from < sizeBytes; from += request.part.length()) {
            if (request != null && stages.readers().places() == 0) {
                // Nobody says how many: one at a time.
                waiting.toRead(request.ended);
            }
            boolean isFirst = request == null;
            request = new Request(new StagedPart(from, Math.min(sizeBytes - from, stages.partBytes(sizeBytes))), true);
            request.begin();
            // Whether there are parts at all has to be known before the second one.
            if (isFirst && !request.given.get()) {
                return false;
            }
            byParts.complete(true);
        }
        bytes.whole();
        return true;
    }

    private void moved() {
        waiting.moved();
        readAhead.complete(null);
        bytes.drain();
    }

    /// One request that reads.
    private final class Request {
        private final StagedPart part;
        private final boolean isForPart;
        private final CompletableFuture<Boolean> given = new CompletableFuture<>();
        private final CompletableFuture<Void> ended = new CompletableFuture<>();

        /// Of the thread that begins it, then of its own.
        private Gate.@Nullable Entry place;

        /// @param isForPart whether it is for a part, and not for the whole file
        Request(StagedPart part, boolean isForPart) {
            this.part = part;
            this.isForPart = isForPart;
        }

        /// Begins it as soon as there is room for all of it and a place.
        void begin() throws InterruptedException {
            stages.meter().waitingForRoom(1);
            try {
                waiting.toRead(room.claim(part.length()));
            } finally {
                stages.meter().waitingForRoom(-1);
            }
            begin(part.length());
        }

        /// Begins it as soon as there is a place.
        void beginWithoutRoom() throws InterruptedException {
            begin(0);
        }

        private void begin(long claimed) throws InterruptedException {
            boolean started = false;
            try {
                enter();
                bytes.add(part);
                started = work.start("read", () -> run(claimed));
            } finally {
                if (!started) {
                    leave();
                }
            }
        }

        private void enter() throws InterruptedException {
            Gate.Entry entry = stages.readers().enter();
            place = entry;
            waiting.toRead(entry.admitted());
        }

        private void leave() {
            Gate.Entry entry = place;
            place = null;
            if (entry != null) {
                stages.readers().withdraw(entry);
            }
        }

        private void run(long claimed) throws TransferException, InterruptedException, ExecutionException {
            PartTries tries = new PartTries();
            try {
                for (long ours = claimed; !read(ours, tries); ours = part.unopened()) {
                    if (work.isClosed()) {
                        throw new CancellationException("closed");
                    }
                    log.debug("{} is asked again for what is missing of a part", source.name());
                }
            } catch (TransferException e) {
                doubt(e.code().isRetryable());
                throw e;
            } catch (ExecutionException e) {
                doubt(true);
                throw e;
            } finally {
                leave();
                given.cancel(false);
                ended.complete(null);
            }
        }

        /// The next attempt is to fare better, if it can.
        private void doubt(boolean helps) {
            if (isForPart && helps) {
                source.doubtParts();
            }
        }

        /// @return whether it was read; else it is to be asked for again
        private boolean read(long claimed, PartTries tries)
                throws TransferException, InterruptedException, ExecutionException {
            TransferException refused;
            try {
                return readOnce(claimed);
            } catch (TransferException e) {
                Duration wanted = e.retryAfter().orElse(Duration.ZERO);
                boolean passing = e.code() == source.side().unavailable()
                        && e.outlook() != TransferException.Outlook.NO_ANSWER
                        && wanted.compareTo(patience) < 0;
                if (!isForPart || !passing) {
                    throw e;
                }
                refused = e;
            } catch (ExecutionException e) {
                if (!isForPart || !isIncomplete(e)) {
                    throw e;
                }
                pause(tries.next(part.filled()).orElseThrow(() -> e));
                return false;
            }
            Duration wanted = refused.retryAfter().orElse(Duration.ZERO);
            if (fewer.getAsBoolean()) {
                leave();
                pause(wanted);
                enter();
                return false;
            }
            TransferException last = refused;
            Duration own = tries.next(part.filled()).orElseThrow(() -> last);
            pause(own.compareTo(wanted) < 0 ? wanted : own);
            return false;
        }

        private void pause(Duration duration) throws InterruptedException {
            stages.clock().pause(duration);
        }

        /// Whether a part broke off, or had less than it should.
        private boolean isIncomplete(ExecutionException failure) {
            return part.filled() < part.length()
                    && (failure.getCause() instanceof IOException || failure.getCause() instanceof TransferException);
        }

        private boolean readOnce(long claimed) throws TransferException, InterruptedException, ExecutionException {
            stages.meter().reading(1);
            waiting.underWay(1);
            try {
                Optional<OpenPart> answer = ask();
                if (answer.isPresent()) {
                    store(answer.get(), claimed);
                } else if (part.from() > firstByte || part.filled() > 0) {
                    throw new TransferException(
                            ErrorCode.INTERRUPTED,
                            "the source " + source.name() + " gave parts of the file before and now only all of it;"
                                    + " the next attempt asks for all");
                } else {
                    bytes.remove(part);
                    room.release(claimed);
                    given.complete(false);
                }
                return true;
            } finally {
                waiting.underWay(-1);
                stages.meter().reading(-1);
            }
        }

        private Optional<OpenPart> ask() throws TransferException, InterruptedException {
            if (isForPart) {
                return source.openPart(part.from() + part.filled(), part.from() + part.length());
            }
            OpenBytes all = source.open();
            return Optional.of(new OpenPart(all.sizeBytes(), all.state(), all.bytes()));
        }

        private void store(OpenPart answer, long claimed)
                throws TransferException, InterruptedException, ExecutionException {
            PartSink sink = new PartSink(part, room, claimed, stages.meter(), StagedReading.this::moved);
            boolean isOther = state.isOther(answer.state());
            boolean fits = sizeBytes < 0 || answer.fileBytes() < 0 || answer.fileBytes() == sizeBytes;
            if (isOther || !fits) {
                sink.cancel();
            }
            work.add(sink);
            // In any case, or its connection would stay open.
            answer.bytes().subscribe(sink);
            if (!fits) {
                throw TransferException.sizeChanged(source.name(), sizeBytes, answer.fileBytes());
            }
            if (isOther) {
                throw new TransferException(
                        ErrorCode.INTERRUPTED,
                        "the source " + source.name()
                                + " changed while it was read, or its parts are of different copies; the next attempt"
                                + " asks for all");
            }
            opened.complete(answer.fileBytes());
            given.complete(true);
            try {
                sink.done().get();
            } finally {
                sink.cancel();
                work.remove(sink);
            }
        }
    }
}
