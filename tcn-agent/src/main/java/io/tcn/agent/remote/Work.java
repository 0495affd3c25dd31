// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.LimitId;
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
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An [Attempt] in a message. Names of credentials stay at the server: an agent has none of its vault.
public record Work(
        long transfer,
        int number,
        String pipe,
        String source,
        String destination,
        long sizeBytes,
        int priority,
        Options options,
        int connections,
        Tuning tuning,
        @Nullable Earlier earlier) {
    /// See [TransferOptions].
    ///
    /// @param maxStreams null for no such limit, and from older servers
    public record Options(
            boolean overwrite,
            @Nullable String checksum,
            ChecksumMode checksumMode,
            int maxRetries,
            long retryDelayMillis,
            @Nullable Long timeoutMillis,
            boolean describeExisting,
            boolean acceptsWhole,
            @Nullable Limit limit,
            @Nullable Integer maxStreams) {}

    /// See [TransferLimit]; null in its place for none, and from older servers.
    ///
    /// @param maxBps 0 if there is no such limit
    public record Limit(long id, String holder, double maxBps, int maxConnections) {}

    /// See [PipeTuning].
    public record Tuning(
            int connections,
            int streamsPerTransfer,
            int pipelining,
            int readThreads,
            int networkThreads,
            int writeThreads) {}

    /// See [EarlierWrite].
    public record Earlier(String from, @Nullable String until, long sizeBytes) {}

    public static Work of(Attempt attempt) {
        Transfer transfer = attempt.transfer();
        TransferOptions options = transfer.options();
        PipeTuning tuning = attempt.tuning();
        EarlierWrite earlier = attempt.earlier();
        Duration timeout = options.timeout();
        return new Work(
                transfer.id().value(),
                attempt.id().number(),
                transfer.pipe().value(),
                transfer.source().toString(),
                transfer.destination().toString(),
                transfer.sizeBytes(),
                transfer.priority(),
                new Options(
                        options.overwrite(),
                        text(options.checksum()),
                        options.checksumMode(),
                        options.maxRetries(),
                        options.retryDelay().toMillis(),
                        timeout == null ? null : (Long) timeout.toMillis(),
                        options.describeExisting(),
                        options.acceptsWhole(),
                        limit(options.limit()),
                        options.maxStreams() == TransferOptions.ANY_STREAMS ? null : (Integer) options.maxStreams()),
                attempt.connections(),
                new Tuning(
                        tuning.connections(),
                        tuning.streamsPerTransfer(),
                        tuning.pipelining(),
                        tuning.readThreads(),
                        tuning.networkThreads(),
                        tuning.writeThreads()),
                earlier == null
                        ? null
                        : new Earlier(
                                earlier.from().toString(),
                                earlier.until() == null ? null : earlier.until().toString(),
                                earlier.sizeBytes()));
    }

    /// @throws RuntimeException if something in it makes no sense
    Attempt toAttempt() {
        return new Attempt(
                id(),
                new Transfer(
                        TransferId.of(transfer),
                        PipeId.of(pipe),
                        URI.create(source),
                        URI.create(destination),
                        sizeBytes,
                        priority,
                        Set.of(),
                        new TransferOptions(
                                options.overwrite(),
                                checksum(options.checksum()),
                                options.checksumMode(),
                                options.maxRetries(),
                                Duration.ofMillis(options.retryDelayMillis()),
                                options.timeoutMillis() == null ? null : Duration.ofMillis(options.timeoutMillis()),
                                TransferCredentials.NONE,
                                options.describeExisting(),
                                options.acceptsWhole(),
                                limit(options.limit()),
                                options.maxStreams() == null ? TransferOptions.ANY_STREAMS : options.maxStreams())),
                connections,
                new PipeTuning(
                        tuning.connections(),
                        tuning.streamsPerTransfer(),
                        tuning.pipelining(),
                        tuning.readThreads(),
                        tuning.networkThreads(),
                        tuning.writeThreads()),
                earlier == null
                        ? null
                        : new EarlierWrite(
                                Instant.parse(earlier.from()),
                                earlier.until() == null ? null : Instant.parse(earlier.until()),
                                earlier.sizeBytes()));
    }

    private static @Nullable Limit limit(@Nullable TransferLimit limit) {
        return limit == null
                ? null
                : new Limit(
                        limit.id().value(),
                        limit.holder(),
                        limit.limitsThroughput() ? limit.maxBps() : 0,
                        limit.maxConnections());
    }

    private static @Nullable TransferLimit limit(@Nullable Limit limit) {
        return limit == null
                ? null
                : new TransferLimit(
                        new LimitId(limit.id()),
                        limit.holder(),
                        limit.maxBps() == 0 ? Double.POSITIVE_INFINITY : limit.maxBps(),
                        limit.maxConnections());
    }

    AttemptId id() {
        return new AttemptId(TransferId.of(transfer), number);
    }

    /// `ALGORITHM:value`, or null.
    public static @Nullable String text(@Nullable Checksum checksum) {
        return checksum == null ? null : checksum.toString();
    }

    /// What [#text] made.
    public static @Nullable Checksum checksum(@Nullable String text) {
        return text == null ? null : Checksum.parse(text);
    }
}
