// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A plain HTTP server with files in memory that remembers the headers of each request. It says that it can
/// copy, and cannot.
public final class HeaderStorage implements AutoCloseable {
    /// A request.
    public record Seen(String method, String path, Headers headers) {}

    private final HttpServer server;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();

    private HeaderStorage(HttpServer server) {
        this.server = server;
        server.createContext("/", this::answer);
        server.start();
    }

    public static HeaderStorage start() throws IOException {
        return new HeaderStorage(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        Headers copy = new Headers();
        copy.putAll(exchange.getRequestHeaders());
        seen.add(new Seen(exchange.getRequestMethod(), path, copy));
        byte[] file = files.get(path);
        switch (exchange.getRequestMethod()) {
            case "HEAD" -> {
                if (file != null) {
                    exchange.getResponseHeaders().set("Content-Length", Integer.toString(file.length));
                }
                exchange.sendResponseHeaders(file == null ? 404 : 200, -1);
            }
            case "GET" -> {
                exchange.sendResponseHeaders(file == null ? 404 : 200, file == null ? -1 : file.length);
                if (file != null) {
                    exchange.getResponseBody().write(file);
                }
            }
            case "PUT" -> {
                files.put(path, body);
                exchange.sendResponseHeaders(201, -1);
            }
            case "OPTIONS" -> {
                exchange.getResponseHeaders().set("Allow", "HEAD, GET, PUT, DELETE, COPY");
                exchange.getResponseHeaders().set("DAV", "1");
                exchange.sendResponseHeaders(200, -1);
            }
            case "DELETE" -> {
                files.remove(path);
                exchange.sendResponseHeaders(204, -1);
            }
            default -> exchange.sendResponseHeaders(405, -1);
        }
        exchange.close();
    }

    /// Puts a file there.
    public URI put(String path, int bytes) {
        files.put(path, new byte[bytes]);
        return url(path);
    }

    public URI url(String path) {
        return URI.create("http://localhost:" + server.getAddress().getPort() + path);
    }

    /// Requests for a file.
    public List<Seen> seen(String path) {
        return seen.stream().filter(each -> each.path().equals(path)).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
