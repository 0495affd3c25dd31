// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.AltoMediaTypes;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves one request of a socket: who asks, how much, and the answer as bytes.
final class AltoHttpHandler implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(AltoHttpHandler.class);
    private static final int MAX_BODY_BYTES = 4 << 20;

    /// Answers may be large: more at once would need too much memory.
    private static final int MAX_ANSWERS_AT_ONCE = 16;

    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_MODIFIED = 304;
    private static final int TOO_LARGE = 413;
    private static final int BUSY = 503;

    private final AltoServer server;
    private final String scheme;
    private final @Nullable HttpAuthentication authentication;
    private final Semaphore places = new Semaphore(MAX_ANSWERS_AT_ONCE);

    AltoHttpHandler(AltoServer server, String scheme, @Nullable HttpAuthentication authentication) {
        this.server = server;
        this.scheme = scheme;
        this.authentication = authentication;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            serve(exchange);
        } catch (RuntimeException bug) {
            LOG.error(
                    "a request to the ALTO server failed: {} {}",
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    bug);
            throw bug;
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        Optional<AltoRequest> head = head(exchange);
        if (head.isEmpty()) {
            send(exchange, AnswerContent.error(RequestException.value(BAD_REQUEST, "uri", "not an address")));
            return;
        }
        HttpAuthentication guard = authentication;
        if (guard != null && !guard.admits(head.get())) {
            guard.challenges()
                    .forEach(challenge -> exchange.getResponseHeaders().add("WWW-Authenticate", challenge));
            send(exchange, AnswerContent.error(RequestException.value(UNAUTHORIZED, "Authorization", "not accepted")));
            return;
        }
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            send(
                    exchange,
                    AnswerContent.error(RequestException.value(
                            TOO_LARGE, "Content-Length", "more than " + MAX_BODY_BYTES + " bytes")));
            return;
        }
        AltoRequest request = withBody(head.get(), body);
        if (server.isForStream(request)) {
            stream(exchange, request);
        } else if (places.tryAcquire()) {
            try {
                send(exchange, server.handle(request));
            } finally {
                places.release();
            }
        } else {
            AltoResponse busy = AnswerContent.error(RequestException.value(BUSY, "uri", "too many requests at once"));
            send(exchange, new AltoResponse(BUSY, busy.fields().with("Retry-After", "1"), busy.body()));
        }
    }

    private Optional<AltoRequest> head(HttpExchange exchange) {
        SortedMap<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> fields.put(name, new ArrayList<>(values)));
        InetSocketAddress local = exchange.getLocalAddress();
        String caller = exchange.getRemoteAddress().getAddress().getHostAddress();
        int zone = caller.indexOf('%');
        try {
            URI target = exchange.getRequestURI();
            URI uri =
                    new URI(scheme + "://" + hostText(local) + (target.getRawPath() == null ? "/" : target.getRawPath())
                            + (target.getRawQuery() == null ? "" : "?" + target.getRawQuery()));
            return Optional.of(new AltoRequest(
                    exchange.getRequestMethod(),
                    uri,
                    new HttpFields(fields),
                    null,
                    zone < 0 ? caller : caller.substring(0, zone)));
        } catch (URISyntaxException impossible) {
            return Optional.empty();
        }
    }

    private static String hostText(InetSocketAddress local) {
        String text = local.getAddress().getHostAddress().replaceFirst("%.*", "");
        return (text.indexOf(':') >= 0 ? "[" + text + "]" : text) + ":" + local.getPort();
    }

    private static AltoRequest withBody(AltoRequest head, byte[] body) {
        boolean hasBody = !head.method().equals("GET");
        return new AltoRequest(head.method(), head.uri(), head.fields(), hasBody ? body : null, head.caller());
    }

    private static void send(HttpExchange exchange, AltoResponse response) throws IOException {
        response.fields()
                .values()
                .forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
        boolean bodiless = response.status() == NOT_MODIFIED
                || response.status() == NO_CONTENT
                || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(response.status(), bodiless ? -1 : length(response.body()));
        if (!bodiless) {
            exchange.getResponseBody().write(response.body());
        }
    }

    /// How the JDK's server is told of an empty body; 0 would mean chunks.
    private static long length(byte[] body) {
        return body.length == 0 ? -1 : body.length;
    }

    private void stream(HttpExchange exchange, AltoRequest request) throws IOException {
        QueueOutlet outlet = new QueueOutlet();
        switch (server.open(request, outlet)) {
            case AltoTransport.Opened.Refused(AltoResponse response) -> send(exchange, response);
            case AltoTransport.Opened.Stream open -> {
                try (AutoCloseable _ = open.stream()) {
                    write(exchange, outlet, open);
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                } catch (IOException gone) {
                    LOG.debug("the client of an update stream is gone", gone);
                } catch (Exception impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        }
    }

    private void write(HttpExchange exchange, QueueOutlet outlet, AltoTransport.Opened.Stream open)
            throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", AltoMediaTypes.EVENT_STREAM);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(OK, 0);
        OutputStream out = exchange.getResponseBody();
        for (Optional<byte[]> next = outlet.take(); next.isPresent(); next = outlet.take()) {
            out.write(next.get());
            if (outlet.isEmpty()) {
                out.flush();
                server.drained(open);
            }
        }
    }
}
