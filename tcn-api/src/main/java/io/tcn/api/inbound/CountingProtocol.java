// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/// Tomcat's HTTP/1.1 with a limit on the connections of one address. A connection beyond it is closed before anything
/// is read of it. Tomcat makes it by its name.
public final class CountingProtocol extends Http11NioProtocol {
    private final CountingEndpoint endpoint;

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
