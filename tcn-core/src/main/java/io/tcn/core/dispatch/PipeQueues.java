// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.PipeId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The pipes of the dispatch loop, and those that have to be looked at again because something changed.
final class PipeQueues {
    private final Map<PipeId, PipeQueue> byId = new LinkedHashMap<>();
    private final Deque<PipeQueue> touched = new ArrayDeque<>();
    private final Deque<PipeQueue> counted = new ArrayDeque<>();

    @Nullable
    PipeQueue find(PipeId id) {
        return byId.get(id);
    }

    PipeQueue get(PipeId id) {
        PipeQueue pipe = byId.get(id);
        if (pipe == null) {
            throw new IllegalStateException("pipe " + id + " was not declared to the dispatch loop");
        }
        return pipe;
    }

    void add(PipeQueue pipe) {
        byId.put(pipe.pipe().id(), pipe);
    }

    void remove(PipeQueue pipe) {
        byId.remove(pipe.pipe().id(), pipe);
        pipe.forget();
    }

    Collection<PipeQueue> all() {
        return byId.values();
    }

    /// Notes that a pipe may be able to start something.
    void touch(PipeQueue pipe) {
        if (pipe.markTouched()) {
            touched.add(pipe);
        }
    }

    /// A destination is free again: pipes that wait for it may start what they put aside.
    void unpark(Set<PipeId> waiting) {
        for (PipeId id : waiting) {
            PipeQueue pipe = find(id);
            if (pipe != null) {
                pipe.window().unpark();
                touch(pipe);
            }
        }
    }

    /// Notes that a pipe's counters have changed, and nothing else.
    void counted(PipeQueue pipe) {
        if (pipe.markCounted()) {
            counted.add(pipe);
        }
    }

    /// Takes a pipe of which only the counters have changed off the list; null if there is none.
    @Nullable
    PipeQueue takeCounted() {
        PipeQueue first = counted.poll();
        while (first != null && !first.isCounted()) {
            first = counted.poll();
        }
        if (first != null) {
            first.clearMarks();
        }
        return first;
    }

    boolean isAnyTouched() {
        return !touched.isEmpty();
    }

    /// Takes the pipe that was touched first off the list, of which a look tells the counters, too; null if there is
    /// none.
    @Nullable
    PipeQueue takeTouched() {
        PipeQueue first = touched.poll();
        if (first != null) {
            first.clearMarks();
        }
        return first;
    }
}
