// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.http.HttpFields;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Speaks HTTP through the client of the JDK. One bound covers the whole exchange, from the first connection to the
/// last byte of the body, so a server that hangs or drips is given up in time. Certificates and host names are
/// checked by the JDK; an SSLContext brings other authorities, and a certificate of our own where the server asks
/// for one. Safe for use by several threads.
public final class JdkAltoTransport implements AltoTransport, AutoCloseable {
    private final HttpClient client;
    private final AltoLimits limits;

    /// @param ssl trust and keys; null for those of the JDK
    public JdkAltoTransport(AltoLimits limits, @Nullable SSLContext ssl) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(limits.connect()).followRedirects(HttpClient.Redirect.NEVER);
        if (ssl != null) {
            builder.sslContext(ssl);
        }
        this.client = builder.build();
        this.limits = limits;
    }

    @Override
    public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = await(client.sendAsync(jdkRequest(request), this::bounded));
        return new AltoResponse(response.statusCode(), fields(response), response.body());
    }

    @Override
    public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
        BodyHandler<Body> handler = info -> isStream(info)
                ? BodySubscribers.mapping(BodySubscribers.ofInputStream(), Body.Endless::new)
                : BodySubscribers.mapping(bounded(info), Body.Whole::new);
        HttpResponse<Body> response = await(client.sendAsync(jdkRequest(request), handler));
        return switch (response.body()) {
            case Body.Whole whole ->
                new Opened.Refused(new AltoResponse(response.statusCode(), fields(response), whole.bytes()));
            case Body.Endless endless -> {
                InputStream stream = endless.stream();
                Thread.ofVirtual().name("alto-stream").start(() -> read(stream, receiver));
                yield new Opened.Stream(fields(response), stream);
            }
        };
    }

    /// Drops all connections.
    @Override
    public void close() {
        client.shutdownNow();
    }

    private static void read(InputStream stream, StreamReceiver receiver) {
        String why = "the server ended the stream";
        try (stream) {
            byte[] buffer = new byte[16 << 10];
            for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                receiver.bytes(Arrays.copyOf(buffer, n));
            }
        } catch (IOException e) {
            why = "the stream broke: " + e.getMessage();
        } finally {
            receiver.ended(why);
        }
    }

    private HttpResponse.BodySubscriber<byte[]> bounded(HttpResponse.ResponseInfo info) {
        boolean good = info.statusCode() / 100 == 2;
        return new BoundedBody(good ? limits.bodyBytes() : limits.errorBytes(), !good);
    }

    private static boolean isStream(HttpResponse.ResponseInfo info) {
        String type = info.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        int end = type.indexOf(';');
        return info.statusCode() == 200
                && (end < 0 ? type : type.substring(0, end)).strip().equals("text/event-stream");
    }

    private static HttpRequest jdkRequest(AltoRequest request) throws IOException {
        URI uri = request.uri();
        try {
            HttpRequest.Builder builder = HttpRequest.newBuilder(uri);
            if ("http".equalsIgnoreCase(uri.getScheme())) {
                // the upgrade to HTTP/2 in clear text that the JDK offers confuses small servers
                builder.version(HttpClient.Version.HTTP_1_1);
            }
            byte[] body = request.body();
            builder.method(
                    request.method(),
                    body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body));
            request.fields().values().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
            return builder.build();
        } catch (IllegalArgumentException e) {
            // its message may quote a field, which may be a secret
            throw new IOException("the request cannot be sent to this address", e.getCause());
        }
    }

    private static HttpFields fields(HttpResponse<?> response) {
        return new HttpFields(new TreeMap<>(response.headers().map()));
    }

    private <T> HttpResponse<T> await(CompletableFuture<HttpResponse<T>> coming)
            throws IOException, InterruptedException {
        try {
            return coming.get(limits.answer().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("no whole answer within " + seconds(limits.answer()));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof AnswerTooLargeException tooLarge) {
                throw tooLarge;
            }
            if (cause instanceof HttpTimeoutException timeout) {
                throw timeout;
            }
            if (cause instanceof ConnectException refused) {
                throw withMessage("no connection", refused);
            }
            throw withMessage("no answer", cause == null ? e : cause);
        } finally {
            // without effect once the answer is there; else it closes the connection
            coming.cancel(true);
        }
    }

    private static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }

    private static IOException withMessage(String what, Throwable cause) {
        String message = cause.getMessage();
        return new IOException(what + ": " + (message == null ? cause.getClass().getSimpleName() : message), cause);
    }

    /// What the body turned out to be.
    private sealed interface Body {
        @SuppressWarnings("ArrayRecordComponent") // handed on at once, never compared
        record Whole(byte[] bytes) implements Body {}

        record Endless(InputStream stream) implements Body {}
    }
}
