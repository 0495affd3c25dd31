// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.coyote.Processor;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/// Finds connections whose request line and header fields have been coming for too long. Tomcat ends a pause within
/// them, but not a byte now and then, which would hold a connection for days. [SlowBodies] does the same for bodies.
///
/// Not for several threads.
///
/// @param <S> the endpoint's channels
final class SlowHeads<S> {
    private final long graceNanos;
    private IdentityHashMap<SocketWrapperBase<S>, Head> known = new IdentityHashMap<>();

    /// @param graceNanos how long a head may take
    SlowHeads(long graceNanos) {
        this.graceNanos = graceNanos;
    }

    /// A head that has begun. Processors are used again, for other connections and requests: the number tells them
    /// apart.
    private record Head(Processor processor, int request, long sinceNanos) {
        boolean isThatOf(@Nullable Head other) {
            return other != null && other.processor.equals(processor) && other.request == request;
        }
    }

    /// Those whose head was there, unfinished, at each look within the grace.
    ///
    /// @param connections all that are open
    List<SocketWrapperBase<S>> overdue(Set<SocketWrapperBase<S>> connections, long nowNanos) {
        IdentityHashMap<SocketWrapperBase<S>, Head> seen = new IdentityHashMap<>();
        List<SocketWrapperBase<S>> overdue = new ArrayList<>();
        for (SocketWrapperBase<S> connection : connections) {
            Head head = headOf(connection, nowNanos);
            if (head == null) {
                continue;
            }
            Head before = known.get(connection);
            Head since = before != null && head.isThatOf(before) ? before : head;
            seen.put(connection, since);
            if (nowNanos - since.sinceNanos() >= graceNanos) {
                overdue.add(connection);
            }
        }
        known = seen;
        return overdue;
    }

    /// A connection has a processor while nobody works for it only if the rest of a head, or the end of asynchronous
    /// work, is awaited; between two requests it has none.
    private @Nullable Head headOf(SocketWrapperBase<S> connection, long nowNanos) {
        if (!(connection.getCurrentProcessor() instanceof Processor processor)
                || processor.isAsync()
                || processor.isUpgrade()) {
            return null;
        }
        return new Head(processor, processor.getRequest().getRequestProcessor().getRequestCount(), nowNanos);
    }
}
