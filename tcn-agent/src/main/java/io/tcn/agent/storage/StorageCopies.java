// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import com.sun.net.httpserver.HttpExchange;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Third-party copies as XRootD does them: a `201` at once, a marker each second, a last line without line end.
/// A client that has gone is noticed at the next marker; then the copy stops.
final class StorageCopies {
    private static final long MARKER_SECONDS = 1;

    private final StorageSettings settings;
    private final StorageFiles files;
    private final StorageHandler handler;
    private final HttpClient client;

    StorageCopies(StorageSettings settings, StorageFiles files, StorageHandler handler) {
        this.settings = settings;
        this.files = files;
        this.handler = handler;
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        if (settings.tls() != null) {
            builder.sslContext(settings.tls());
        }
        this.client = builder.build();
    }

    /// What a copy does, on a thread of its own.
    @FunctionalInterface
    private interface Work {
        /// @return the last line
        String run() throws IOException, InterruptedException;
    }

    void close() {
        client.shutdownNow();
    }

    void copy(HttpExchange exchange, String urlPath, Path path) throws IOException {
        String source = exchange.getRequestHeaders().getFirst("Source");
        String destination = exchange.getRequestHeaders().getFirst("Destination");
        if (source != null) {
            pull(exchange, urlPath, path, source);
        } else if (destination != null) {
            push(exchange, urlPath, path, destination);
        } else {
            StorageHandler.refuse(exchange, 400, "No Source or Destination specified");
        }
    }

    private void pull(HttpExchange exchange, String urlPath, Path path, String source) throws IOException {
        boolean overwrite = !"F".equalsIgnoreCase(exchange.getRequestHeaders().getFirst("Overwrite"));
        if (Files.isDirectory(path)) {
            StorageHandler.refuse(exchange, 400, "Unable to create " + urlPath + "; is a directory");
            return;
        }
        if (!overwrite && Files.exists(path)) {
            StorageHandler.refuse(exchange, 412, "Unable to create " + urlPath + "; file exists");
            return;
        }
        Path folder = path.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            StorageHandler.refuse(exchange, 400, "Unable to create " + urlPath + "; no such file or directory");
            return;
        }
        FileWriting writing = new FileWriting(files, handler.writeThrottle(), urlPath, path);
        HttpRequest.Builder request = HttpRequest.newBuilder(wire(source)).GET();
        forward(exchange, request);
        report(exchange, writing::writtenBytes, () -> {
            HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
            try (InputStream in = answer.body()) {
                if (answer.statusCode() != 200) {
                    return remoteFailed(answer.statusCode(), beginning(in));
                }
                writing.write(
                        in, answer.headers().firstValueAsLong("Content-Length").orElse(-1), overwrite);
            }
            return "success: Created";
        });
    }

    private void push(HttpExchange exchange, String urlPath, Path path, String destination) throws IOException {
        if (!Files.isRegularFile(path)) {
            StorageHandler.refuse(exchange, 400, "Unable to open " + urlPath + "; no such file or directory");
            return;
        }
        AtomicLong sent = new AtomicLong();
        Throttle throttle = handler.readThrottle();
        long size = Files.size(path);
        BodyPublisher body = size == 0
                ? BodyPublishers.noBody()
                : BodyPublishers.fromPublisher(
                        BodyPublishers.ofInputStream(() -> new Counting(open(path), throttle, sent)), size);
        HttpRequest.Builder request = HttpRequest.newBuilder(wire(destination)).PUT(body);
        forward(exchange, request);
        report(exchange, sent::get, () -> {
            HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
            try (InputStream in = answer.body()) {
                return answer.statusCode() / 100 == 2
                        ? "success: Created"
                        : remoteFailed(answer.statusCode(), beginning(in));
            }
        });
    }

    /// Runs the copy and tells the client how far it is until it is over.
    private void report(HttpExchange exchange, LongSupplier bytes, Work work) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(201, 0);
        FutureTask<String> copy = new FutureTask<>(work::run);
        Thread.ofVirtual().name("storage-copy").start(copy);
        OutputStream out = exchange.getResponseBody();
        try {
            String last = null;
            while (last == null) {
                marker(out, bytes.getAsLong());
                last = lastLine(copy);
            }
            out.write(last.getBytes(StandardCharsets.UTF_8));
            out.close();
        } finally {
            copy.cancel(true);
        }
    }

    /// Waits as long as until the next marker; null if the copy is still running then.
    private static @Nullable String lastLine(FutureTask<String> copy) throws IOException {
        try {
            return copy.get(MARKER_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            return switch (e.getCause()) {
                case ConnectException ignored -> "failure: Couldn't connect to server";
                case FileWriting.NoRoomException full ->
                    "failure: Error when interacting with local filesystem: Unable to write; " + full.getMessage()
                            + " (code=28)";
                case FileAlreadyExistsException ignored -> "failure: Unable to create; file exists";
                case null, default -> "failure: Transferred a partial file";
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void marker(OutputStream out, long bytes) throws IOException {
        String text = "Perf Marker\nTimestamp: " + settings.clock().now().getEpochSecond()
                + "\nStripe Index: 0\nStripe Bytes Transferred: " + bytes + "\nTotal Stripe Count: 1\nEnd\n";
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static String remoteFailed(int status, String text) {
        return "failure: Remote side failed with status code " + status + "; error message: \""
                + text.replaceAll("\\s+", " ") + "\"";
    }

    private static String beginning(InputStream in) throws IOException {
        return new String(in.readNBytes(1024), StandardCharsets.UTF_8);
    }

    private static void forward(HttpExchange exchange, HttpRequest.Builder request) {
        String authorization = exchange.getRequestHeaders().getFirst("TransferHeaderAuthorization");
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
    }

    private static URI wire(String url) throws IOException {
        try {
            return URI.create(url.toLowerCase(Locale.ROOT).startsWith("dav") ? "http" + url.substring(3) : url);
        } catch (IllegalArgumentException e) {
            throw new IOException("no valid URL", e);
        }
    }

    private static InputStream open(Path path) {
        try {
            return Files.newInputStream(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Counts and slows down what is read.
    private static final class Counting extends FilterInputStream {
        private final Throttle throttle;
        private final AtomicLong count;

        Counting(InputStream in, Throttle throttle, AtomicLong count) {
            super(in);
            this.throttle = throttle;
            this.count = count;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            if (read > 0) {
                throttle.take(read);
                count.addAndGet(read);
            }
            return read;
        }
    }
}
