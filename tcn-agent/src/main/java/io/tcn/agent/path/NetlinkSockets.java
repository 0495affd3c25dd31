// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.path;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks Linux over netlink for the TCP connections of this process, all in one question for each family of addresses.
/// It needs no right beyond that to open a socket. Not on 32-bit machines, whose structures differ.
public final class NetlinkSockets implements SocketSource {
    private static final Logger log = LoggerFactory.getLogger(NetlinkSockets.class);

    private static final int NETLINK = 16;
    private static final int RAW_CLOSED_ON_EXEC = 3 | 0x80000;
    private static final int SOCKET_DIAGNOSIS = 4;
    private static final int SOCKET_LEVEL = 1;
    private static final int RECEIVE_TIMEOUT = 20;
    private static final int TIMEOUT_SECONDS = 1;

    /// The kernel fills datagrams of up to 32 KiB.
    private static final int BUFFER = 1 << 16;

    private static final AddressLayout POINTER = ValueLayout.ADDRESS;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final MethodHandle socket;
    private final MethodHandle option;
    private final MethodHandle send;
    private final MethodHandle receive;
    private final MethodHandle close;

    private NetlinkSockets() {
        socket = function("socket", FunctionDescriptor.of(INT, INT, INT, INT));
        option = function("setsockopt", FunctionDescriptor.of(INT, INT, INT, INT, POINTER, INT));
        send = function("send", FunctionDescriptor.of(LONG, INT, POINTER, LONG, INT));
        receive = function("recv", FunctionDescriptor.of(LONG, INT, POINTER, LONG, INT));
        close = function("close", FunctionDescriptor.of(INT, INT));
    }

    // The JVM may be told to refuse native calls; then nothing is known, as on other systems.
    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor types) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), types);
    }

    /// Empty where the system does not tell.
    public static Optional<SocketSource> open() {
        if (!System.getProperty("os.name", "").equals("Linux")
                || POINTER.byteSize() != Long.BYTES
                || !OwnSockets.areTold()) {
            return Optional.empty();
        }
        try {
            NetlinkSockets sockets = new NetlinkSockets();
            sockets.read();
            return Optional.of(sockets);
        } catch (IOException | RuntimeException | LinkageError e) {
            log.info("round-trip times and losses of streamed copies stay unknown: {}", e.toString());
            return Optional.empty();
        }
    }

    @Override
    public List<TcpSocket> read() throws IOException {
        Set<Long> own = OwnSockets.inodes();
        List<TcpSocket> found = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) socket.invokeExact(NETLINK, RAW_CLOSED_ON_EXEC, SOCKET_DIAGNOSIS);
            if (descriptor < 0) {
                throw new IOException("no netlink socket");
            }
            try {
                MemorySegment timeout = arena.allocateFrom(LONG, TIMEOUT_SECONDS, 0);
                int _ = (int) option.invokeExact(
                        descriptor, SOCKET_LEVEL, RECEIVE_TIMEOUT, timeout, (int) timeout.byteSize());
                MemorySegment buffer = arena.allocate(BUFFER, Long.BYTES);
                ask(descriptor, SocketMessages.IPV4, arena, buffer, own, found);
                askIpv6(descriptor, arena, buffer, own, found);
            } finally {
                int _ = (int) close.invokeExact(descriptor);
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("native call", e);
        }
        return found;
    }

    /// A machine may have no IPv6.
    private void askIpv6(int descriptor, Arena arena, MemorySegment buffer, Set<Long> own, List<TcpSocket> found)
            throws Throwable {
        try {
            ask(descriptor, SocketMessages.IPV6, arena, buffer, own, found);
        } catch (IOException e) {
            log.debug("connections over IPv6 are not told: {}", e.getMessage());
        }
    }

    private void ask(
            int descriptor, int family, Arena arena, MemorySegment buffer, Set<Long> own, List<TcpSocket> found)
            throws Throwable {
        MemorySegment question = arena.allocateFrom(ValueLayout.JAVA_BYTE, SocketMessages.question(family));
        if ((long) send.invokeExact(descriptor, question, question.byteSize(), 0) != question.byteSize()) {
            throw new IOException("the question for sockets was not sent");
        }
        boolean goesOn = true;
        while (goesOn) {
            long length = (long) receive.invokeExact(descriptor, buffer, buffer.byteSize(), 0);
            if (length <= 0) {
                throw new IOException("no answer to the question for sockets");
            }
            goesOn = SocketMessages.take(buffer.asSlice(0, length).asByteBuffer(), own::contains, found);
        }
    }
}
