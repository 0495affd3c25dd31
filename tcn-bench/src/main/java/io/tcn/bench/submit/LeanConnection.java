// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// One HTTP/1.1 connection that is kept open. Requests are bytes that were prepared before, answers are read and thrown
/// away but for their status and, where asked, their text: client and server share the processors of one machine, so
/// the client must cost next to nothing. Used by one thread.
final class LeanConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 120_000;
    private static final int FIRST_BODY = 1 << 16;
    private static final int LINE_FEED = '\n';

    private final URI server;
    private final SSLContext tls;
    private final byte[] buffer = new byte[1 << 16];
    private @Nullable SSLSocket socket;
    private int position;
    private int filled;
    private byte[] body = new byte[FIRST_BODY];
    private int bodyLength;

    private LeanConnection(URI server, SSLContext tls) {
        this.server = server;
        this.tls = tls;
    }

    static LeanConnection open(URI server, SSLContext tls) throws IOException {
        LeanConnection connection = new LeanConnection(server, tls);
        connection.socket();
        return connection;
    }

    /// The connection, made anew where the server has closed the last one, as web servers do after some requests.
    private SSLSocket socket() throws IOException {
        SSLSocket open = socket;
        if (open == null) {
            open = (SSLSocket) tls.getSocketFactory()
                    .createSocket(server.getHost(), server.getPort() < 0 ? 443 : server.getPort());
            open.setTcpNoDelay(true);
            open.setSoTimeout(TIMEOUT_MILLIS);
            SSLParameters parameters = open.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            open.setSSLParameters(parameters);
            open.startHandshake();
            position = 0;
            filled = 0;
            socket = open;
        }
        return open;
    }

    /// The bytes of a request.
    ///
    /// @param path with its query
    /// @param json the body; empty for none
    static byte[] request(String method, URI server, String path, String json) {
        byte[] content = json.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + server.getHost() + ":" + server.getPort()
                + "\r\nAccept: application/json\r\n"
                + (content.length == 0
                        ? ""
                        : "Content-Type: application/json\r\nContent-Length: " + content.length + "\r\n")
                + "\r\n";
        byte[] first = head.getBytes(StandardCharsets.US_ASCII);
        byte[] whole = Arrays.copyOf(first, first.length + content.length);
        System.arraycopy(content, 0, whole, first.length, content.length);
        return whole;
    }

    /// Sends a request and reads its answer to the end.
    ///
    /// @return the status
    int exchange(byte[] request) throws IOException {
        OutputStream out = socket().getOutputStream();
        out.write(request);
        out.flush();
        String statusLine = line();
        int status = Integer.parseInt(statusLine.substring(9, 12));
        long length = -1;
        boolean chunked = false;
        boolean last = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(15).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = lower.endsWith("chunked");
            } else if (lower.startsWith("connection:")) {
                last = lower.endsWith("close");
            }
        }
        bodyLength = 0;
        if (chunked) {
            for (int size = chunkSize(); size > 0; size = chunkSize()) {
                read(size);
                line();
            }
            line();
        } else if (length > 0) {
            read(Math.toIntExact(length));
        }
        if (last) {
            close();
        }
        return status;
    }

    /// The body of the last answer.
    String text() {
        return new String(body, 0, bodyLength, StandardCharsets.UTF_8);
    }

    private int chunkSize() throws IOException {
        String line = line();
        int end = line.indexOf(';');
        return Integer.parseInt(end < 0 ? line.strip() : line.substring(0, end).strip(), 16);
    }

    private void read(int bytes) throws IOException {
        if (body.length < bodyLength + bytes) {
            body = Arrays.copyOf(body, Math.max(bodyLength + bytes, body.length * 2));
        }
        int wanted = bytes;
        while (wanted > 0) {
            if (position == filled) {
                fill();
            }
            int now = Math.min(wanted, filled - position);
            System.arraycopy(buffer, position, body, bodyLength, now);
            position += now;
            bodyLength += now;
            wanted -= now;
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        while (true) {
            if (position == filled) {
                fill();
            }
            int start = position;
            while (position < filled && buffer[position] != LINE_FEED) {
                position++;
            }
            line.append(new String(buffer, start, position - start, StandardCharsets.ISO_8859_1));
            if (position < filled) {
                position++;
                int end = line.length();
                return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
            }
        }
    }

    private void fill() throws IOException {
        filled = socket().getInputStream().read(buffer);
        position = 0;
        if (filled < 0) {
            filled = 0;
            throw new EOFException("the server has closed the connection");
        }
    }

    @Override
    public void close() throws IOException {
        SSLSocket open = socket;
        if (open != null) {
            socket = null;
            open.close();
        }
    }
}
