// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.core.model.PipeId;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// What agents have moved of each pipe since this server began. Reports are taken by one thread; read by any.
final class AgentBytes {
    private final Map<String, Told> told = new HashMap<>();
    private final Map<PipeId, LongAdder> bytes = new ConcurrentHashMap<>();

    /// What a process has told of a pipe last.
    private record Told(long sequence, long totalBytes) {}

    /// @return false if it is old
    synchronized boolean take(Message.Moved moved) {
        String key = moved.instance() + " " + moved.pipe();
        Told last = told.get(key);
        if (last != null && moved.sequence() <= last.sequence()) {
            return false;
        }
        told.put(key, new Told(moved.sequence(), moved.totalBytes()));
        // The first word of a pipe may tell of what moved before this server began.
        long before = last != null ? last.totalBytes() : moved.sequence() == 1 ? 0 : moved.totalBytes();
        long more = moved.totalBytes() - before;
        if (more > 0) {
            bytes.computeIfAbsent(PipeId.of(moved.pipe()), pipe -> new LongAdder())
                    .add(more);
        }
        return true;
    }

    /// A process is gone for good: a new one tells anew.
    synchronized void lost(String instance) {
        told.keySet().removeIf(key -> key.startsWith(instance + " "));
    }

    long moved(PipeId pipe) {
        LongAdder moved = bytes.get(pipe);
        return moved == null ? 0 : moved.sum();
    }

    void forget(PipeId pipe) {
        bytes.remove(pipe);
    }
}
