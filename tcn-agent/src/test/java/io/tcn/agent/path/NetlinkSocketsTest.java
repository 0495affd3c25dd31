// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The kernel tells of a real connection of this process. Where it does not tell, these tests have nothing to see.
class NetlinkSocketsTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void aConnectionIsToldWithItsRoundTripAndItsSegments(String host) throws IOException {
        Optional<SocketSource> source = NetlinkSockets.open();
        assumeTrue(source.isPresent(), "this system does not tell of connections");
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            assumeTrue(binds(server, host), "this machine has no " + host);
            InetSocketAddress there = (InetSocketAddress) server.getLocalAddress();
            try (SocketChannel sending = SocketChannel.open(there);
                    Socket receiving = server.accept().socket()) {
                sending.write(ByteBuffer.allocate(10_000));
                assertThat(receiving.getInputStream().readNBytes(10_000)).hasSize(10_000);
                TcpSocket told = find(source.get().read(), there).orElseThrow();
                // Within a machine.
                assertThat(told.rttSeconds()).isBetween(1e-6, 0.2);
                assertThat(told.sentSegments()).isBetween(1L, 100L);
                assertThat(told.resentSegments()).isZero();
                assertThat(find(source.get().read(), (InetSocketAddress) sending.getLocalAddress()))
                        .isPresent();
            }
        }
    }

    private static boolean binds(ServerSocketChannel server, String host) {
        try {
            server.bind(new InetSocketAddress(InetAddress.ofLiteral(host), 0));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<TcpSocket> find(List<TcpSocket> sockets, InetSocketAddress remote) {
        return sockets.stream().filter(socket -> socket.remote().equals(remote)).findFirst();
    }

    @Test
    void whatTheKernelRefusesIsAnErrorAndWhatIsCutOffAnEnd() throws IOException {
        ByteBuffer error = ByteBuffer.allocate(20).order(ByteOrder.nativeOrder());
        error.putInt(20)
                .putShort((short) 2)
                .putShort((short) 0)
                .putLong(0)
                .putInt(-2)
                .flip();
        assertThatThrownBy(() -> SocketMessages.take(error, inode -> true, new ArrayList<>()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("error 2");
        ByteBuffer cut = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
        cut.putInt(400).putShort((short) 20).putShort((short) 0).putLong(0).flip();
        assertThat(SocketMessages.take(cut, inode -> true, new ArrayList<>())).isFalse();
    }
}
