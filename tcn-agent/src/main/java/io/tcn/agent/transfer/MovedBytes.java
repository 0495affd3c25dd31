// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.PipeBytes;
import io.tcn.agent.Progress;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// What copies have moved, by pipe and by limit. Any thread.
final class MovedBytes {
    private final Map<PipeId, PipeBytes> ofPipes = new ConcurrentHashMap<>();
    private final Map<LimitId, LongAdder> ofLimits = new ConcurrentHashMap<>();
    private final TimeSource clock;

    MovedBytes(TimeSource clock) {
        this.clock = clock;
    }

    /// That of a new attempt at a transfer, whose bytes count for its pipe and its limit.
    Progress begin(Transfer transfer) {
        return new Progress(
                ofPipes.computeIfAbsent(transfer.pipe(), pipe -> new PipeBytes()),
                counted(transfer.options().limit()),
                clock);
    }

    private LongConsumer counted(@Nullable TransferLimit limit) {
        return limit == null ? bytes -> {} : ofLimits.computeIfAbsent(limit.id(), first -> new LongAdder())::add;
    }

    long of(PipeId pipe) {
        PipeBytes bytes = ofPipes.get(pipe);
        return bytes == null ? 0 : bytes.moved();
    }

    long of(LimitId limit) {
        LongAdder bytes = ofLimits.get(limit);
        return bytes == null ? 0 : bytes.sum();
    }

    /// What has probably been moved since the last reports.
    long outstanding(PipeId pipe) {
        PipeBytes bytes = ofPipes.get(pipe);
        return bytes == null ? 0 : bytes.outstanding();
    }

    /// Connections on which bytes have moved within a time.
    int connections(PipeId pipe, Duration within) {
        PipeBytes bytes = ofPipes.get(pipe);
        return bytes == null ? 0 : bytes.movingSince(clock.nanoTime() - within.toNanos());
    }

    void forget(PipeId pipe) {
        ofPipes.remove(pipe);
    }

    void forget(LimitId limit) {
        ofLimits.remove(limit);
    }
}
