// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("it")
class ConnectionLimitTest {
    private static final int LIMIT = 20;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void oneAddressCannotTakeAllConnectionsAndOthersAreServed() throws IOException {
        try (RunningServer server =
                RunningServer.start(folder, Map.of("tcn.inbound.connections-per-address", Integer.toString(LIMIT)))) {
            List<Socket> silent = new ArrayList<>();
            try {
                int refused = 0;
                for (int i = 0; i < LIMIT * 2; i++) {
                    // Another address of this machine than the one that the clients of the test have.
                    Socket socket = new Socket();
                    socket.bind(new InetSocketAddress("127.0.0.9", 0));
                    socket.connect(new InetSocketAddress(
                            InetAddress.getLoopbackAddress(), server.server().port()));
                    silent.add(socket);
                }
                ConnectionCount count = server.server().bean(ConnectionCount.class);
                await().atMost(Duration.ofSeconds(20)).until(() -> count.refused() >= LIMIT);
                for (Socket socket : silent) {
                    refused += isClosed(socket) ? 1 : 0;
                }
                assertThat(refused).isEqualTo(LIMIT);
                assertThat(server.nobody().get("/tcn/v1/health").status()).isEqualTo(200);
            } finally {
                for (Socket socket : silent) {
                    socket.close();
                }
            }
        }
    }

    /// A connection that is open tells nothing.
    private static boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(300);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        }
    }
}
