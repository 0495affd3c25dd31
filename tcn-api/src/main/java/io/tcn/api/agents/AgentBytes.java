// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.core.model.PipeId;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// What agents have moved of each pipe since this server began. Of a pipe it is counted from the first order on that an
/// agent has of this server until the pipe is forgotten: a report that comes later begins nothing. Safe for several
/// threads.
final class AgentBytes {
    private final Map<PipeId, OfPipe> pipes = new ConcurrentHashMap<>();

    /// What a process has told of a pipe last.
    private record Told(long sequence, long totalBytes) {}

    /// Of one pipe: what processes have told, and the sum of what is new in it. Guarded by itself but for the sum.
    private static final class OfPipe {
        private final Map<String, Told> told = new HashMap<>();
        private final LongAdder bytes = new LongAdder();

        private synchronized boolean take(Message.Moved moved) {
            Told last = told.get(moved.instance());
            if (last != null && moved.sequence() <= last.sequence()) {
                return false;
            }
            told.put(moved.instance(), new Told(moved.sequence(), moved.totalBytes()));
            // The first word of a process may tell of what moved before this server began, or before it forgot the
            // pipe. A total that is smaller than the last is that of a process which has begun to count anew.
            long before = last != null ? last.totalBytes() : moved.sequence() == 1 ? 0 : moved.totalBytes();
            bytes.add(Math.max(0, moved.totalBytes() - before));
            return true;
        }

        private synchronized void lost(String instance) {
            told.remove(instance);
        }

        private synchronized int processes() {
            return told.size();
        }
    }

    /// An agent has an order of this pipe.
    void begins(PipeId pipe) {
        pipes.computeIfAbsent(pipe, first -> new OfPipe());
    }

    /// @return false if it is old, or nobody counts what moves on its pipe
    boolean take(Message.Moved moved) {
        OfPipe pipe = pipes.get(PipeId.of(moved.pipe()));
        return pipe != null && pipe.take(moved);
    }

    /// A process is gone for good: a new one tells anew.
    void lost(String instance) {
        pipes.values().forEach(pipe -> pipe.lost(instance));
    }

    long moved(PipeId pipe) {
        OfPipe known = pipes.get(pipe);
        return known == null ? 0 : known.bytes.sum();
    }

    /// Nothing is open on the pipe any more.
    void forget(PipeId pipe) {
        pipes.remove(pipe);
    }

    /// Of how many pipes and processes something is kept.
    int size() {
        return pipes.values().stream().mapToInt(OfPipe::processes).sum() + pipes.size();
    }
}
