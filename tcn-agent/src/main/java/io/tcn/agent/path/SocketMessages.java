// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.path;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.LongPredicate;

/// The messages of the kernel's socket diagnosis (`sock_diag(7)`, `linux/inet_diag.h`, `linux/tcp.h`): the question for
/// all established TCP connections of a family, and the answers. Numbers are in the order of the machine, ports in that
/// of the network.
final class SocketMessages {
    static final int IPV4 = 2;
    static final int IPV6 = 10;

    private static final int HEADER = 16;
    private static final int QUESTION = HEADER + 56;

    private static final short DONE = 3;
    private static final short ERROR = 2;
    private static final short BY_FAMILY = 20;
    private static final short REQUEST_DUMP = 0x301;
    private static final byte TCP = 6;
    private static final int ESTABLISHED = 1 << 1;
    private static final short INFO = 2;

    // Offsets within what is told of one socket.
    private static final int REMOTE_PORT = 6;
    private static final int REMOTE_ADDRESS = 24;
    private static final int INODE = 68;
    private static final int ATTRIBUTES = 72;

    // Offsets within `tcp_info`.
    private static final int RTT_MICROS = 68;
    private static final int TOTAL_RETRANSMITTED = 100;
    private static final int DATA_SEGMENTS_OUT = 156;
    private static final int LEAST_INFO = 160;

    private SocketMessages() {}

    /// The question for all established connections.
    ///
    /// @param family [#IPV4] or [#IPV6]
    static byte[] question(int family) {
        ByteBuffer question = ByteBuffer.allocate(QUESTION).order(ByteOrder.nativeOrder());
        question.putInt(QUESTION)
                .putShort(BY_FAMILY)
                .putShort(REQUEST_DUMP)
                .putInt(1)
                .putInt(0);
        question.put((byte) family).put(TCP).put((byte) (1 << (INFO - 1))).put((byte) 0);
        question.putInt(ESTABLISHED);
        return question.array();
    }

    /// Takes in one datagram of the answer.
    ///
    /// @param isOwn which inodes are wanted
    /// @return whether the answer goes on
    /// @throws IOException if the kernel refuses
    static boolean take(ByteBuffer datagram, LongPredicate isOwn, List<TcpSocket> found) throws IOException {
        ByteBuffer bytes = datagram.order(ByteOrder.nativeOrder());
        int at = bytes.position();
        while (at + HEADER <= bytes.limit()) {
            int length = bytes.getInt(at);
            short type = bytes.getShort(at + 4);
            if (type == DONE || length < HEADER || at + length > bytes.limit()) {
                return false;
            }
            if (type == ERROR) {
                throw new IOException("the kernel refuses to tell of sockets, error " + -bytes.getInt(at + HEADER));
            }
            if (type == BY_FAMILY && length >= HEADER + ATTRIBUTES) {
                takeSocket(bytes.slice(at + HEADER, length - HEADER).order(ByteOrder.nativeOrder()), isOwn, found);
            }
            at += aligned(length);
        }
        return true;
    }

    private static void takeSocket(ByteBuffer socket, LongPredicate isOwn, List<TcpSocket> found)
            throws UnknownHostException {
        long inode = Integer.toUnsignedLong(socket.getInt(INODE));
        if (!isOwn.test(inode)) {
            return;
        }
        int at = ATTRIBUTES;
        while (at + 4 <= socket.limit()) {
            int length = Short.toUnsignedInt(socket.getShort(at));
            if (length < 4 || at + length > socket.limit()) {
                return;
            }
            if (socket.getShort(at + 2) == INFO && length - 4 >= LEAST_INFO) {
                int info = at + 4;
                found.add(new TcpSocket(
                        inode,
                        remote(socket),
                        Integer.toUnsignedLong(socket.getInt(info + RTT_MICROS)) / 1e6,
                        Integer.toUnsignedLong(socket.getInt(info + DATA_SEGMENTS_OUT)),
                        Integer.toUnsignedLong(socket.getInt(info + TOTAL_RETRANSMITTED))));
            }
            at += aligned(length);
        }
    }

    private static InetSocketAddress remote(ByteBuffer socket) throws UnknownHostException {
        byte[] address = new byte[socket.get(0) == IPV6 ? 16 : 4];
        socket.get(REMOTE_ADDRESS, address);
        int port = Short.toUnsignedInt(
                socket.duplicate().order(ByteOrder.BIG_ENDIAN).getShort(REMOTE_PORT));
        // Of an IPv4 address in an IPv6 one it makes the former.
        return new InetSocketAddress(InetAddress.getByAddress(address), port);
    }

    private static int aligned(int length) {
        return (length + 3) & ~3;
    }
}
