// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.path;

import io.tcn.core.model.PipeId;
import io.tcn.core.port.PathCounts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Round-trip times and losses of pipes, from what the kernel tells of the connections of this process: a connection
/// counts for the pipes that have a streamed copy under way with the address at its other end.
///
/// The round trip of a pipe is that of its slower side, for a streamed copy passes both. Loss is known of what this
/// process sends, so of the way to the destination: whoever receives does not learn what was sent to him again. What
/// happens on a connection between the last look and its end is missed, and so is a copy that begins and ends between
/// two looks. Of third-party copies nothing is known.
///
/// Cost of a look: O(connections of the machine + streamed copies); none while nothing is streamed. Used by any thread.
public final class PathMeter {
    private static final Logger log = LoggerFactory.getLogger(PathMeter.class);

    private final Supplier<Optional<SocketSource>> opening;
    private final Set<Copying> copies = ConcurrentHashMap.newKeySet();
    private final Map<PipeId, PathCounts> pipes = new ConcurrentHashMap<>();

    // Guarded by this.
    private boolean opened;
    private @Nullable SocketSource source;
    private Map<Long, TcpSocket> before = new HashMap<>();

    /// @param opening who tells of connections, asked for at the first streamed copy
    public PathMeter(Supplier<Optional<SocketSource>> opening) {
        this.opening = opening;
    }

    /// A streamed copy under way, until it is closed.
    public final class Copying implements AutoCloseable {
        private final PipeId pipe;
        private final Supplier<Optional<InetSocketAddress>> from;
        private final Supplier<Optional<InetSocketAddress>> to;

        private Copying(
                PipeId pipe, Supplier<Optional<InetSocketAddress>> from, Supplier<Optional<InetSocketAddress>> to) {
            this.pipe = pipe;
            this.from = from;
            this.to = to;
        }

        @Override
        public void close() {
            copies.remove(this);
        }
    }

    /// A streamed copy begins.
    ///
    /// @param from where the source answers at the moment
    /// @param to where the destination does
    public Copying begins(
            PipeId pipe, Supplier<Optional<InetSocketAddress>> from, Supplier<Optional<InetSocketAddress>> to) {
        Copying copy = new Copying(pipe, from, to);
        copies.add(copy);
        return copy;
    }

    /// What is known of a pipe.
    public PathCounts of(PipeId pipe) {
        return pipes.getOrDefault(pipe, PathCounts.NONE);
    }

    /// A pipe is gone.
    public void forget(PipeId pipe) {
        pipes.remove(pipe);
    }

    /// Asks for all connections. Never throws.
    public synchronized void look() {
        try {
            Map<PipeId, Ends> busy = ends();
            if (busy.isEmpty()) {
                nothingKnown();
                return;
            }
            if (!opened) {
                opened = true;
                source = opening.get().orElse(null);
            }
            if (source != null) {
                count(busy, source.read());
            }
        } catch (IOException | RuntimeException | Error e) {
            // It goes on with the next look; what comes of this one is "not known".
            log.debug("connections were not looked at", e);
            nothingKnown();
        }
    }

    private void nothingKnown() {
        pipes.replaceAll((pipe, counts) -> withRtt(counts, Double.NaN));
    }

    private static PathCounts withRtt(PathCounts counts, double rttSeconds) {
        return new PathCounts(counts.sentSegments(), counts.resentSegments(), rttSeconds);
    }

    /// The other ends of what streams.
    private static final class Ends {
        private final Set<InetSocketAddress> from = new HashSet<>();
        private final Set<InetSocketAddress> to = new HashSet<>();
    }

    private Map<PipeId, Ends> ends() {
        Map<PipeId, Ends> busy = new HashMap<>();
        for (Copying copy : copies) {
            Ends ends = busy.computeIfAbsent(copy.pipe, first -> new Ends());
            copy.from.get().ifPresent(ends.from::add);
            copy.to.get().ifPresent(ends.to::add);
        }
        return busy;
    }

    private void count(Map<PipeId, Ends> busy, List<TcpSocket> sockets) {
        Map<InetSocketAddress, Seen> seen = new HashMap<>();
        Map<Long, TcpSocket> now = new HashMap<>();
        for (TcpSocket socket : sockets) {
            now.put(socket.inode(), socket);
            TcpSocket earlier = before.get(socket.inode());
            if (earlier == null || !earlier.remote().equals(socket.remote())) {
                // New since the last look, so all of it is.
                earlier = new TcpSocket(socket.inode(), socket.remote(), 0, 0, 0);
            }
            seen.computeIfAbsent(socket.remote(), first -> new Seen()).add(socket, earlier);
        }
        before = now;
        pipes.replaceAll((pipe, counts) -> busy.containsKey(pipe) ? counts : withRtt(counts, Double.NaN));
        busy.forEach((pipe, ends) -> {
            Seen to = Seen.of(ends.to, seen);
            PathCounts counts = of(pipe);
            pipes.put(
                    pipe,
                    new PathCounts(
                            counts.sentSegments() + to.sent,
                            counts.resentSegments() + to.resent,
                            longer(Seen.of(ends.from, seen).rttSeconds(), to.rttSeconds())));
        });
    }

    /// The longer of two times that are known, NaN if none is.
    private static double longer(double a, double b) {
        if (Double.isNaN(a)) {
            return b;
        }
        return Double.isNaN(b) ? a : Math.max(a, b);
    }

    /// What was seen of the connections to some addresses since the last look.
    private static final class Seen {
        private double rttSum;
        private int measured;
        private long sent;
        private long resent;

        void add(TcpSocket socket, TcpSocket earlier) {
            if (socket.rttSeconds() > 0) {
                rttSum += socket.rttSeconds();
                measured++;
            }
            // Numbers of 32 bits that begin anew.
            sent += Math.max(0, socket.sentSegments() - earlier.sentSegments());
            resent += Math.max(0, socket.resentSegments() - earlier.resentSegments());
        }

        static Seen of(Collection<InetSocketAddress> addresses, Map<InetSocketAddress, Seen> seen) {
            Seen all = new Seen();
            for (InetSocketAddress address : addresses) {
                Seen one = seen.get(address);
                if (one != null) {
                    all.rttSum += one.rttSum;
                    all.measured += one.measured;
                    all.sent += one.sent;
                    all.resent += one.resent;
                }
            }
            return all;
        }

        double rttSeconds() {
            return measured > 0 ? rttSum / measured : Double.NaN;
        }
    }
}
