// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.RunningServer;
import io.tcn.api.security.ClientTls;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("it")
class ConnectionLimitTest {
    private static final int LIMIT = 20;

    /// Shorter than the pause within a request that Tomcat allows.
    private static final Duration HEAD_GRACE = Duration.ofSeconds(2);

    @TempDir
    private static Path folder = Path.of("");

    private static @Nullable RunningServer running;

    @BeforeAll
    static void start() throws IOException {
        running = RunningServer.start(
                folder,
                Map.of(
                        "tcn.inbound.connections-per-address",
                        Integer.toString(LIMIT),
                        "tcn.inbound.head-grace",
                        HEAD_GRACE.toSeconds() + "s"));
    }

    @AfterAll
    static void stop() {
        server().close();
    }

    private static RunningServer server() {
        return Objects.requireNonNull(running);
    }

    @Test
    void aHeadThatComesByteByByteIsEndedAndAnIdleConnectionIsNot() throws IOException {
        try (Socket idle = connect();
                Socket slow = connect()) {
            assertThat(answered(idle)).startsWith("HTTP/1.1 200");
            slow.setSoTimeout(100);
            slow.getOutputStream()
                    .write("GET /tcn/v1/health HTTP/1.1\r\nHost: localhost\r\nX-Long: ".getBytes(US_ASCII));

            await().atMost(HEAD_GRACE.multipliedBy(10)).until(() -> isClosedAfterOneMore(slow));

            assertThat(answered(idle)).as("longer idle than the grace").startsWith("HTTP/1.1 200");
        }
    }

    private static Socket connect() throws IOException {
        Path authority = folder.resolve("data").resolve("pki").resolve("ca.pem");
        Socket socket = ClientTls.trusting(authority)
                .getSocketFactory()
                .createSocket("127.0.0.1", server().server().port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    /// The answer to a whole request; it has no body.
    private static String answered(Socket socket) throws IOException {
        socket.getOutputStream().write("HEAD /tcn/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
        byte[] begin = new byte[4096];
        return new String(begin, 0, socket.getInputStream().read(begin), US_ASCII);
    }

    private static boolean isClosedAfterOneMore(Socket socket) {
        try {
            socket.getOutputStream().write('x');
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException closed) {
            return true;
        }
    }

    @Test
    void oneAddressCannotTakeAllConnectionsAndOthersAreServed() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < LIMIT * 2; i++) {
                // Another address of this machine than the one that the clients of the test have.
                Socket socket = new Socket();
                socket.bind(new InetSocketAddress("127.0.0.9", 0));
                socket.connect(new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), server().server().port()));
                silent.add(socket);
            }
            ConnectionCount count = server().server().bean(ConnectionCount.class);
            await().atMost(Duration.ofSeconds(20)).until(() -> count.refused() >= LIMIT);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(closed(silent)).isEqualTo(LIMIT));
            assertThat(server().nobody().get("/tcn/v1/health").status()).isEqualTo(200);
            assertThat(closed(silent)).isEqualTo(LIMIT);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    private static int closed(List<Socket> sockets) throws IOException {
        int closed = 0;
        for (Socket socket : sockets) {
            closed += isClosed(socket) ? 1 : 0;
        }
        return closed;
    }

    /// A connection that is open tells nothing.
    private static boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(10);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        }
    }
}
