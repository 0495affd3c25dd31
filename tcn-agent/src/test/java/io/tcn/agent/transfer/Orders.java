// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.EarlierWrite;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Builds attempts for tests; what is not said is at its default.
public final class Orders {
    /// The pipe of every attempt made here.
    public static final PipeId PIPE = PipeId.of("pipe");

    private static final AtomicLong NEXT_ID = new AtomicLong(1);

    private final URI source;
    private final URI destination;
    private boolean overwrite;
    private int maxStreams = TransferOptions.ANY_STREAMS;
    private boolean acceptsWhole;
    private @Nullable EarlierWrite earlier;
    private @Nullable Checksum checksum;
    private ChecksumMode mode = ChecksumMode.WHEN_OBTAINABLE;
    private @Nullable Duration timeout;
    private long sizeBytes = Transfer.UNKNOWN_SIZE;
    private PipeId pipe = PIPE;
    private int connections = 1;
    private @Nullable TransferLimit limit;
    private int readThreads;
    private int writeThreads;

    private Orders(URI source, URI destination) {
        this.source = source;
        this.destination = destination;
    }

    /// Begins an order.
    public static Orders copy(URI source, URI destination) {
        return new Orders(source, destination);
    }

    public Orders overwriting() {
        overwrite = true;
        return this;
    }

    /// A file that is there and whole counts as done.
    public Orders acceptingWhole() {
        acceptsWhole = true;
        return this;
    }

    /// An earlier attempt may have left anything.
    public Orders maybeOurs() {
        return after(EarlierWrite.UNKNOWN);
    }

    /// An earlier attempt may have left what the evidence says.
    public Orders after(EarlierWrite evidence) {
        earlier = evidence;
        return this;
    }

    public Orders checksum(Checksum value) {
        checksum = value;
        return this;
    }

    public Orders mode(ChecksumMode value) {
        mode = value;
        return this;
    }

    public Orders timeout(Duration value) {
        timeout = value;
        return this;
    }

    public Orders sizeBytes(long value) {
        sizeBytes = value;
        return this;
    }

    public Orders connections(int value) {
        connections = value;
        return this;
    }

    /// Under a limit with others.
    public Orders under(TransferLimit value) {
        limit = value;
        return this;
    }

    /// With at most so many connections.
    public Orders maxStreams(int value) {
        maxStreams = value;
        return this;
    }

    /// On another pipe than the usual one.
    public Orders on(PipeId other) {
        pipe = other;
        return this;
    }

    /// On a pipe whose tuning says how many requests read and write.
    public Orders threads(int read, int write) {
        readThreads = read;
        writeThreads = write;
        return this;
    }

    public Attempt build() {
        TransferId id = TransferId.of(NEXT_ID.getAndIncrement());
        TransferOptions options = new TransferOptions(
                overwrite,
                checksum,
                mode,
                0,
                Duration.ZERO,
                timeout,
                TransferCredentials.NONE,
                false,
                acceptsWhole,
                limit,
                maxStreams);
        Transfer transfer =
                new Transfer(id, pipe, source, destination, sizeBytes, Transfer.DEFAULT_PRIORITY, Set.of(), options);
        PipeTuning tuning = new PipeTuning(connections, PipeTuning.UNLIMITED_STREAMS, 1, readThreads, 0, writeThreads);
        return new Attempt(new AttemptId(id, earlier != null ? 2 : 1), transfer, connections, tuning, earlier);
    }

    /// Bytes that look random and are the same each time.
    public static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
