// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/// A server of raw sockets on the loopback address that does what a test tells it to, good or bad.
final class HostileServer implements AutoCloseable {
    /// What happens to one request; the connection is closed afterwards.
    interface Script {
        void play(String head, OutputStream out) throws Exception;
    }

    private final ServerSocket socket;
    private final Script script;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();

    HostileServer(ServerSocket socket, Script script) {
        this.socket = socket;
        this.script = script;
        Thread.ofVirtual().start(this::accept);
    }

    static HostileServer start(Script script) throws IOException {
        return new HostileServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), script);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + path);
    }

    /// Request heads in the order in which they came.
    BlockingQueue<String> heads() {
        return heads;
    }

    static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    static String response(int status, String type, String body) {
        return "HTTP/1.1 " + status + " x\r\nContent-Type: " + type + "\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\nConnection: close\r\n\r\n" + body;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket next = socket.accept();
                open.add(next);
                Thread.ofVirtual().start(() -> serve(next));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            String head = head(connection.getInputStream());
            heads.add(head);
            script.play(head, connection.getOutputStream());
        } catch (Exception e) {
            // the client has gone, which is what most of these tests are about
            heads.add("gone: " + e.getMessage());
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket connection : open) {
            connection.close();
        }
    }
}
