// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.transfer.AttemptTrace;
import io.tcn.agent.transfer.AttemptTraces;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The trace of an attempt that an agent carries out, kept by the server: it begins when the order is sent,
/// and ends with what the agent answers, or with what is answered in its place. Also passes answers on.
///
/// The agent gets the name of the attempt, not that of a part: which part it is in when it asks a storage,
/// only it knows.
final class OrderTrace implements AttemptListener {
    private static final Logger LOG = LoggerFactory.getLogger(OrderTrace.class);
    private static final TransferFailure CANCELED =
            new TransferFailure(ErrorCode.CANCELED, "the transfer was cancelled");

    private final AttemptTraces traces;
    private final Attempt attempt;
    private final AttemptListener listener;
    // All guarded by this.
    private AttemptTrace trace = AttemptTrace.NONE;
    private @Nullable String parent;
    private @Nullable TransferFailure failure;
    private boolean hasBegun;
    private boolean isOver;

    OrderTrace(AttemptTraces traces, Attempt attempt, AttemptListener listener) {
        this.traces = traces;
        this.attempt = attempt;
        this.listener = listener;
    }

    /// The value of the header `traceparent` for the agent, null for none. Begins the trace the first time,
    /// which may ask a database: for the thread that sends, without a lock.
    @Nullable
    String parent() {
        synchronized (this) {
            if (hasBegun) {
                return parent;
            }
            hasBegun = true;
        }
        AttemptTrace begun = begin();
        synchronized (this) {
            trace = begun;
            parent = begun.parent().orElse(null);
            if (isOver) {
                begun.ended(failure);
            } else {
                begun.part("look");
            }
            return parent;
        }
    }

    /// Without a trace an attempt is as good.
    private AttemptTrace begin() {
        try {
            return traces.begin(attempt);
        } catch (RuntimeException e) {
            LOG.debug("attempt {} has no trace", attempt.id(), e);
            return AttemptTrace.NONE;
        }
    }

    /// The agent is told to write.
    synchronized void mayWrite() {
        if (!isOver) {
            trace.part("copy");
        }
    }

    private synchronized void ended(@Nullable TransferFailure why) {
        if (!isOver) {
            isOver = true;
            failure = why;
            trace.ended(why);
        }
    }

    @Override
    public void prepared(AttemptId id, long sizeBytes, int connections) {
        listener.prepared(id, sizeBytes, connections);
    }

    @Override
    public void uses(AttemptId id, int connections) {
        listener.uses(id, connections);
    }

    @Override
    public void finished(AttemptId id, long sizeBytes, @Nullable Checksum checksum) {
        ended(null);
        listener.finished(id, sizeBytes, checksum);
    }

    @Override
    public void failed(AttemptId id, TransferFailure why, boolean destinationClean) {
        ended(why);
        listener.failed(id, why, destinationClean);
    }

    @Override
    public void canceled(AttemptId id, boolean destinationClean) {
        ended(CANCELED);
        listener.canceled(id, destinationClean);
    }
}
