// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A storage that takes connections and never answers. The one transfer that a pipe may run waits for it for ever, so
/// that everything else stays in the queue and dispatch costs nothing while requests are measured.
final class SilentStorage implements AutoCloseable {
    private final ServerSocket listener;
    private final List<Socket> kept = new CopyOnWriteArrayList<>();

    SilentStorage() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("silent-storage").start(this::accept);
    }

    private void accept() {
        try {
            while (true) {
                kept.add(listener.accept());
            }
        } catch (IOException closed) {
            // That is the end.
        }
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : kept) {
                socket.close();
            }
        } catch (IOException gone) {
            // It is closed one way or the other.
        }
    }
}
