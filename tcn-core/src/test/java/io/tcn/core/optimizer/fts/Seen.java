// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.PipeObservation;

/// What was seen of a pipe in an interval, told piece by piece; unless said otherwise, a transfer runs, a thousand
/// wait, and nothing moved.
final class Seen {
    private final Pipe pipe;
    private int active = 1;
    private int queued = 1000;
    private long movedBytes;
    private long finished;
    private long finishedBytes;
    private double finishedBytesSquared;
    private double finishedSeconds;
    private long failed;
    private long retryable;
    private long retries;

    private Seen(Pipe pipe) {
        this.pipe = pipe;
    }

    static Seen of(Pipe pipe) {
        return new Seen(pipe);
    }

    static Pipe pipe(String user, String source, String destination, int min, int max) {
        return new Pipe(
                PipeId.of(user + "-" + source + "-" + destination),
                Endpoint.parse("https://" + source),
                Endpoint.parse("https://" + destination),
                UserId.of(user),
                new PipeLimits(min, max));
    }

    Seen active(int transfers) {
        active = transfers;
        return this;
    }

    Seen queued(int transfers) {
        queued = transfers;
        return this;
    }

    Seen idle() {
        return active(0).queued(0);
    }

    Seen moved(long bytes) {
        movedBytes = bytes;
        return this;
    }

    /// Files that finished, all of one size and duration.
    Seen finished(long files, long bytesEach, double secondsEach) {
        finished += files;
        finishedBytes += files * bytesEach;
        finishedBytesSquared += files * (double) bytesEach * bytesEach;
        finishedSeconds += files * secondsEach;
        return this;
    }

    Seen failedRetryably(long attempts) {
        failed += attempts;
        retryable += attempts;
        return this;
    }

    Seen failedForGood(long attempts) {
        failed += attempts;
        return this;
    }

    Seen retried(long attempts) {
        retries += attempts;
        return this;
    }

    PipeObservation in(double seconds) {
        return PipeObservation.of(pipe)
                .decidedConnections(pipe.limits().minConnections())
                .meanActiveConnections(active)
                .activeConnections(active)
                .activeTransfers(active)
                .queuedTransfers(queued)
                .movedBytes(movedBytes)
                .throughputBps(8.0 * movedBytes / seconds)
                .finishedTransfers(finished)
                .failedAttempts(failed)
                .finishedBytes(finishedBytes)
                .retryableFailures(retryable)
                .retries(retries)
                .finishedBytesSquared(finishedBytesSquared)
                .finishedSeconds(finishedSeconds)
                .build();
    }
}
