// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.server.AltoServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A server on a loopback socket that closes the connection in the middle of its answers to one path.
final class BreakingSocket implements AutoCloseable {
    private final AltoServer server;
    private final String path;
    private final HttpServer http;
    private volatile int bytes = Integer.MAX_VALUE;

    BreakingSocket(AltoServer server, String path) throws IOException {
        this.server = server;
        this.path = path;
        this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::serve);
        http.start();
    }

    URI directory() {
        return address(AltoServer.DIRECTORY_PATH);
    }

    private URI address(String target) {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + target);
    }

    /// So many bytes of the content are sent, of the whole length that was announced.
    void breakAfter(int count) {
        bytes = count;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            SortedMap<String, List<String>> fields = new TreeMap<>(exchange.getRequestHeaders());
            URI target = exchange.getRequestURI();
            AltoResponse answer = server.handle(new AltoRequest(
                    exchange.getRequestMethod(),
                    address(target.toString()),
                    new HttpFields(fields),
                    exchange.getRequestBody().readAllBytes(),
                    null));
            exchange.getResponseHeaders().putAll(answer.fields().values());
            byte[] body = answer.body();
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            int sent = target.getPath().equals(path) ? Math.min(bytes, body.length) : body.length;
            exchange.getResponseBody().write(body, 0, sent);
        }
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
