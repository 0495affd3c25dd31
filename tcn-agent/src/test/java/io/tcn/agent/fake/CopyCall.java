// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.fake;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/// One COPY that a [FakeXrootd] was asked for, with what a script may do about it.
public final class CopyCall {
    private final FakeXrootd storage;
    private final FakeRequest request;
    private final Socket socket;

    CopyCall(FakeXrootd storage, FakeRequest request, Socket socket) {
        this.storage = storage;
        this.request = request;
        this.socket = socket;
    }

    public FakeXrootd storage() {
        return storage;
    }

    public FakeRequest request() {
        return request;
    }

    public boolean isPull() {
        return request.header("Source").isPresent();
    }

    /// The other side's URL.
    public URI other() {
        return URI.create(request.header("Source")
                .or(() -> request.header("Destination"))
                .orElseThrow()
                .replaceFirst("^dav", "http"));
    }

    /// Refuses before anything begins.
    public void refuse(int status, String text) throws IOException {
        FakeXrootd.answer(socket.getOutputStream(), status, "Content-Type: text/plain\r\n", text);
    }

    /// The headers of every COPY that begins.
    public void created() throws IOException {
        write(String.join(
                "\r\n",
                "HTTP/1.1 201 Created",
                "Connection: Keep-Alive",
                "Server: XrootD/v5.5.3",
                "Content-Type: text/plain",
                "Transfer-Encoding: chunked",
                "",
                ""));
    }

    public void marker(long bytes) throws IOException {
        chunk("Perf Marker\nTimestamp: 1795225543\nStripe Index: 0\nStripe Bytes Transferred: " + bytes
                + "\nTotal Stripe Count: 1\nRemoteConnections: tcp:10.73.0.2:1094\nEnd\n");
    }

    /// The last line, which has no line end, and the end of the body.
    public void last(String line) throws IOException {
        chunk(line);
        write("0\r\n\r\n");
    }

    /// What lies at the path of the request from now on.
    public void leave(byte[] content) {
        storage.put(request.path(), content);
    }

    /// Closes the connection without a word.
    public void hangUp() throws IOException {
        socket.close();
    }

    /// Waits until the client is gone.
    public void awaitClose() throws IOException {
        storage.awaitGone(socket.getInputStream());
    }

    /// Writes one chunk of the body.
    public void chunk(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(Integer.toHexString(bytes.length) + "\r\n" + text + "\r\n");
    }

    private void write(String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
