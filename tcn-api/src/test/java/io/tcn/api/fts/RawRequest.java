// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import io.tcn.api.security.ClientTls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;

/// A request as it stands, for what a well-behaved client would not send.
final class RawRequest {
    private RawRequest() {}

    /// Sends a request line and returns the whole answer.
    static String send(int port, Path data, String line) throws IOException {
        try (SSLSocket socket = connect(port, data)) {
            socket.getOutputStream()
                    .write((line + "\r\nHost: localhost:" + port + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// Sends a request line and the announcement of a body that does not come.
    static SSLSocket begin(int port, Path data, String line) throws IOException {
        SSLSocket socket = connect(port, data);
        socket.getOutputStream()
                .write((line + "\r\nHost: localhost:" + port
                                + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
                        .getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static SSLSocket connect(int port, Path data) throws IOException {
        Path pki = data.resolve("pki");
        var tls = ClientTls.of(pki.resolve("ca.pem"), pki.resolve("demo-user.pem"), pki.resolve("demo-user.key"));
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setSoTimeout(20_000);
        return socket;
    }
}
