// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Everything that an optimizer may set on a pipe. TCN's own optimizers move the connections only; the tuners of
/// Falcon, Marlin, FStream++ and HARP move the others too. What a data plane cannot do it ignores.
///
/// @param connections n of the pipe: connections in all, zero or more
/// @param streamsPerTransfer at most this many connections work on one file, at least 1
/// @param pipelining files requested ahead on a connection, at least 1 (1: no pipelining)
/// @param readThreads threads that read at the source: requests of all files of the pipe together; 0 for the data
///     plane's own choice
/// @param networkThreads threads that send, 0 for the data plane's own choice; for staged copies the connections are
///     what is between reading and writing: files under way
/// @param writeThreads threads that write at the destination, as those that read
public record PipeTuning(
        int connections,
        int streamsPerTransfer,
        int pipelining,
        int readThreads,
        int networkThreads,
        int writeThreads) {
    /// As many streams per transfer as the connections allow.
    public static final int UNLIMITED_STREAMS = Integer.MAX_VALUE;

    public PipeTuning {
        if (connections < 0
                || streamsPerTransfer < 1
                || pipelining < 1
                || readThreads < 0
                || networkThreads < 0
                || writeThreads < 0) {
            throw new IllegalArgumentException("a tuning has connections and threads >= 0, streams and pipelining >= 1,"
                    + " given were connections " + connections + ", streams " + streamsPerTransfer + ", pipelining "
                    + pipelining + ", threads " + readThreads + "/" + networkThreads + "/" + writeThreads);
        }
    }

    /// A tuning that only says how many connections.
    public static PipeTuning of(int connections) {
        return new PipeTuning(connections, UNLIMITED_STREAMS, 1, 0, 0, 0);
    }

    public PipeTuning withConnections(int newConnections) {
        return new PipeTuning(
                newConnections, streamsPerTransfer, pipelining, readThreads, networkThreads, writeThreads);
    }

    public PipeTuning withReadThreads(int threads) {
        return new PipeTuning(connections, streamsPerTransfer, pipelining, threads, networkThreads, writeThreads);
    }

    /// The same where a pipe may have so many connections: none of the numbers of requests is above it.
    public PipeTuning within(PipeLimits limits) {
        return new PipeTuning(
                limits.cap(connections),
                streamsPerTransfer,
                pipelining,
                limits.cap(readThreads),
                limits.cap(networkThreads),
                limits.cap(writeThreads));
    }
}
