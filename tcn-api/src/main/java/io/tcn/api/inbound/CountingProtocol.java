// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tomcat's HTTP/1.1 with a limit on the connections of one address, and on the time that the head of a request takes.
/// A connection beyond the first is closed before anything is read of it. Tomcat makes it by its name.
public final class CountingProtocol extends Http11NioProtocol {
    private static final Logger LOG = LoggerFactory.getLogger(CountingProtocol.class);
    private static final int LOOKS_PER_GRACE = 4;

    private final CountingEndpoint endpoint;
    private @Nullable Duration headGrace;
    private @Nullable Future<?> looks;

    public CountingProtocol() {
        this(new CountingEndpoint());
    }

    private CountingProtocol(CountingEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
    }

    public void count(ConnectionCount count) {
        endpoint.count = count;
    }

    /// Ends requests whose head takes longer; to be called before the start.
    public void limitHeads(Duration grace) {
        headGrace = grace;
    }

    @Override
    public void start() throws Exception {
        super.start();
        Duration grace = headGrace;
        if (grace != null) {
            SlowHeads<NioChannel> heads = new SlowHeads<>(grace.toNanos());
            long pause = Math.max(1, grace.toMillis() / LOOKS_PER_GRACE);
            looks = getUtilityExecutor()
                    .scheduleWithFixedDelay(() -> endpoint.endSlow(heads), pause, pause, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void stop() throws Exception {
        Future<?> looking = looks;
        if (looking != null) {
            looking.cancel(false);
        }
        super.stop();
    }

    private static final class CountingEndpoint extends NioEndpoint {
        private volatile @Nullable ConnectionCount count;

        @Override
        protected boolean setSocketOptions(SocketChannel socket) {
            ConnectionCount limit = count;
            if (limit == null || mayOpen(limit, socket)) {
                return super.setSocketOptions(socket);
            }
            // Nobody else would: there is no wrapper around it yet.
            destroySocket(socket);
            return false;
        }

        /// An exception would end all looks after it.
        void endSlow(SlowHeads<NioChannel> heads) {
            try {
                for (SocketWrapperBase<NioChannel> slow : heads.overdue(getConnections(), System.nanoTime())) {
                    processSocket(slow, SocketEvent.ERROR, true);
                }
            } catch (RuntimeException failure) {
                LOG.warn("Slow requests could not be ended", failure);
            }
        }

        /// Counts where it may matter only: usually there are fewer connections in all than one address may have.
        private boolean mayOpen(ConnectionCount limit, SocketChannel socket) {
            if (!limit.isNear(connections.size())) {
                return true;
            }
            try {
                if (!(socket.getRemoteAddress() instanceof InetSocketAddress remote)) {
                    return true;
                }
                String address = remote.getAddress().getHostAddress();
                int open = 0;
                for (SocketWrapperBase<?> one : getConnections()) {
                    open += address.equals(one.getRemoteAddr()) ? 1 : 0;
                }
                return limit.mayOpen(address, open);
            } catch (IOException gone) {
                return false;
            }
        }
    }
}
