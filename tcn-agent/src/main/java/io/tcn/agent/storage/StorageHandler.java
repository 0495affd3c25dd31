// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.tcn.agent.storage.FileWriting.NoRoomException;
import io.tcn.core.model.Checksum;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers the requests to a [WebDavStorage].
final class StorageHandler implements HttpHandler, AutoCloseable {
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final Logger log = LoggerFactory.getLogger(StorageHandler.class);
    private static final int PIECE_BYTES = 64 * 1024;
    private static final int NO_BODY = -1;

    private final StorageSettings settings;
    private final StorageFiles files;
    private final StorageCopies copies;
    private final TokenBucket reading;
    private final TokenBucket writing;

    StorageHandler(StorageSettings settings, StorageFiles files) {
        this.settings = settings;
        this.files = files;
        this.reading = new TokenBucket(settings.readBps(), settings.clock());
        this.writing = new TokenBucket(settings.writeBps(), settings.clock());
        this.copies = new StorageCopies(settings, files, this);
    }

    Throttle readThrottle() {
        return new Throttle(new TokenBucket(settings.connectionBps(), settings.clock()), reading);
    }

    Throttle writeThrottle() {
        return new Throttle(new TokenBucket(settings.connectionBps(), settings.clock()), writing);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            waitLatency(settings.latency());
            String urlPath = exchange.getRequestURI().getPath();
            Optional<Path> path = files.find(urlPath);
            if (path.isEmpty()) {
                refuse(exchange, 403, "Unable to open " + urlPath + "; permission denied");
            } else {
                answer(exchange, urlPath, path.get());
            }
        } catch (IOException e) {
            // Clients go away in the middle; that is their right.
            log.debug(
                    "{} {}: {}",
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    e.toString());
        } catch (RuntimeException e) {
            log.error(
                    "{} {}",
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    e);
        }
    }

    @Override
    public void close() {
        copies.close();
    }

    /// Refuses a request; what is left of its body is read, so that the client comes to read the answer.
    static void refuse(HttpExchange exchange, int status, String text) throws IOException {
        try (InputStream rest = exchange.getRequestBody()) {
            rest.transferTo(OutputStream.nullOutputStream());
        }
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(status, body.length == 0 ? NO_BODY : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    private void answer(HttpExchange exchange, String urlPath, Path path) throws IOException {
        switch (exchange.getRequestMethod()) {
            case "OPTIONS" -> {
                exchange.getResponseHeaders().set("DAV", "1");
                exchange.getResponseHeaders()
                        .set(
                                "Allow",
                                "HEAD,GET,PUT,PROPFIND,MKCOL,DELETE,OPTIONS"
                                        + (settings.thirdPartyCopy() ? ",COPY" : ""));
                exchange.sendResponseHeaders(200, NO_BODY);
            }
            case "HEAD" -> head(exchange, path);
            case "GET" -> get(exchange, urlPath, path);
            case "PUT" -> put(exchange, urlPath, path);
            case "DELETE" -> delete(exchange, urlPath, path);
            case "MKCOL" -> mkcol(exchange, urlPath, path);
            case "PROPFIND" -> propfind(exchange, urlPath, path);
            case "COPY" -> {
                if (settings.thirdPartyCopy()) {
                    copies.copy(exchange, urlPath, path);
                } else {
                    refuse(exchange, 405, "COPY is not offered");
                }
            }
            default -> refuse(exchange, 501, "");
        }
    }

    private void head(HttpExchange exchange, Path path) throws IOException {
        if (!Files.exists(path)) {
            exchange.sendResponseHeaders(404, NO_BODY);
            return;
        }
        String wanted = exchange.getRequestHeaders().getFirst("Want-Digest");
        if (wanted != null
                && Files.isRegularFile(path)
                && wanted.toLowerCase(Locale.ROOT).contains("adler32")) {
            Checksum checksum = files.checksum(path);
            exchange.getResponseHeaders().set("Digest", "adler32=" + checksum.value());
        }
        exchange.getResponseHeaders()
                .set(
                        "Last-Modified",
                        HTTP_DATE.format(Files.getLastModifiedTime(path).toInstant()));
        exchange.getResponseHeaders().set("Content-Length", Long.toString(Files.size(path)));
        exchange.getResponseHeaders().set("Last-Modified", lastModified(path));
        exchange.sendResponseHeaders(200, NO_BODY);
    }

    private static String lastModified(Path path) throws IOException {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Files.getLastModifiedTime(path).toInstant().atOffset(ZoneOffset.UTC));
    }

    private void get(HttpExchange exchange, String urlPath, Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            refuse(exchange, 404, "Unable to open " + urlPath + "; no such file or directory");
            return;
        }
        try (InputStream in = Files.newInputStream(path)) {
            long size = Files.size(path);
            Optional<ByteRange> range =
                    ByteRange.parse(exchange.getRequestHeaders().getFirst("Range"), size);
            ByteRange wanted = range.orElse(new ByteRange(0, size));
            range.ifPresent(part -> exchange.getResponseHeaders()
                    .set("Content-Range", "bytes " + part.from() + "-" + (part.to() - 1) + "/" + size));
            exchange.getResponseHeaders().set("Accept-Ranges", "bytes");
            exchange.sendResponseHeaders(
                    range.isPresent() ? 206 : 200, wanted.length() == 0 ? NO_BODY : wanted.length());
            in.skipNBytes(wanted.from());
            send(in, exchange.getResponseBody(), wanted.length());
        }
    }

    private void send(InputStream in, OutputStream out, long bytes) throws IOException {
        Throttle throttle = readThrottle();
        byte[] piece = new byte[PIECE_BYTES];
        for (long left = bytes; left > 0; ) {
            int count = in.read(piece, 0, (int) Math.min(left, piece.length));
            if (count < 0) {
                throw new IOException("the file became shorter while it was read");
            }
            throttle.take(count);
            out.write(piece, 0, count);
            left -= count;
        }
    }

    private void put(HttpExchange exchange, String urlPath, Path path) throws IOException {
        boolean overwrite = exchange.getRequestHeaders().getFirst("If-None-Match") == null;
        if (Files.isDirectory(path)) {
            refuse(exchange, 409, "Unable to create " + urlPath + "; is a directory");
            return;
        }
        if (!overwrite && Files.exists(path)) {
            refuse(exchange, 412, "Unable to create " + urlPath + "; file exists");
            return;
        }
        String length = exchange.getRequestHeaders().getFirst("Content-Length");
        try {
            new FileWriting(files, writeThrottle(), urlPath, path)
                    .write(exchange.getRequestBody(), length == null ? -1 : Long.parseLong(length), overwrite);
            exchange.sendResponseHeaders(201, NO_BODY);
        } catch (NoRoomException e) {
            refuse(exchange, 507, "Unable to write " + urlPath + "; " + e.getMessage());
        } catch (FileAlreadyExistsException e) {
            refuse(exchange, 412, "Unable to create " + urlPath + "; file exists");
        }
    }

    private void delete(HttpExchange exchange, String urlPath, Path path) throws IOException {
        try {
            files.remove(urlPath, path);
            exchange.sendResponseHeaders(204, NO_BODY);
        } catch (NoSuchFileException e) {
            refuse(exchange, 404, "Unable to delete " + urlPath + "; no such file or directory");
        } catch (DirectoryNotEmptyException e) {
            refuse(exchange, 409, "Unable to delete " + urlPath + "; directory not empty");
        }
    }

    private static void mkcol(HttpExchange exchange, String urlPath, Path path) throws IOException {
        try {
            Files.createDirectory(path);
            exchange.sendResponseHeaders(201, NO_BODY);
        } catch (FileAlreadyExistsException e) {
            refuse(exchange, 405, "Unable to create " + urlPath + "; file exists");
        } catch (NoSuchFileException e) {
            refuse(exchange, 409, "Unable to create " + urlPath + "; no such file or directory");
        }
    }

    private void propfind(HttpExchange exchange, String urlPath, Path path) throws IOException {
        if (!Files.exists(path)) {
            refuse(exchange, 404, "");
            return;
        }
        StringBuilder xml =
                new StringBuilder("<?xml version=\"1.0\" encoding=\"utf-8\"?><D:multistatus xmlns:D=\"DAV:\">");
        String folder = urlPath.endsWith("/") ? urlPath : urlPath + "/";
        PropfindEntry.append(xml, Files.isDirectory(path) ? folder : urlPath, path);
        if ("1".equals(exchange.getRequestHeaders().getFirst("Depth")) && Files.isDirectory(path)) {
            try (Stream<Path> children = Files.list(path)) {
                List<Path> sorted = children.filter(child ->
                                files.find(folder + child.getFileName()).isPresent())
                        .sorted()
                        .toList();
                for (Path child : sorted) {
                    PropfindEntry.append(xml, folder + child.getFileName(), child);
                }
            }
        }
        byte[] body = xml.append("</D:multistatus>").toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(207, body.length);
        exchange.getResponseBody().write(body);
    }

    private void waitLatency(Duration latency) throws IOException {
        if (latency.isZero()) {
            return;
        }
        try {
            settings.clock().pause(latency);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
