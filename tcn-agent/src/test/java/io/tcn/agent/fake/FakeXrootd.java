// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.fake;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.Adler32;

/// An endpoint in memory on a loopback port that speaks HTTP over plain sockets and answers as XRootD 5.5.3 does,
/// its oddities included. A test arranges files and faults, runs a transfer and looks at what lies there afterwards
/// and at what was asked for ([#requests]).
public final class FakeXrootd implements AutoCloseable {
    private static final String ALLOW_ALL = "HEAD,GET,PUT,PROPFIND,DELETE,OPTIONS,COPY";
    private static final long PATIENCE_SECONDS = 20;

    private final ServerSocket server;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final Map<String, Instant> changes = new ConcurrentHashMap<>();
    private final Set<String> folders = ConcurrentHashMap.newKeySet();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final List<FakeRequest> requests = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final FakeFaults faults = new FakeFaults();
    private final Map<String, Integer> atOnce = new ConcurrentHashMap<>();
    private final Map<String, Integer> mostAtOnce = new ConcurrentHashMap<>();
    private volatile CopyScript copyScript = CopyScript.honest();
    private volatile String allow = ALLOW_ALL;
    private volatile String product = "XrootD/v5.5.3";

    private FakeXrootd(ServerSocket server) {
        this.server = server;
    }

    /// Starts one on a free port.
    public static FakeXrootd start() {
        try {
            ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            FakeXrootd storage = new FakeXrootd(socket);
            Thread.ofVirtual().start(storage::accept);
            return storage;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A URL at this endpoint.
    public URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + path);
    }

    public void put(String path, byte[] content) {
        put(path, content, Instant.now());
    }

    /// Puts a file that was last changed at some time.
    public void put(String path, byte[] content, Instant changed) {
        changes.put(path, changed);
        files.put(path, content.clone());
    }

    public Optional<byte[]> content(String path) {
        return Optional.ofNullable(files.get(path)).map(byte[]::clone);
    }

    public void remove(String path) {
        files.remove(path);
    }

    /// What lies here.
    public Set<String> paths() {
        return Set.copyOf(files.keySet());
    }

    /// What is to go wrong.
    public FakeFaults faults() {
        return faults;
    }

    /// What happens on COPY; [CopyScript#honest] by default.
    public void onCopy(CopyScript script) {
        copyScript = script;
    }

    /// Takes COPY off the list of OPTIONS.
    public void withoutCopy() {
        allow = "HEAD,GET,PUT,PROPFIND,DELETE,OPTIONS";
    }

    /// Offers what ordinary WebDAV servers offer: COPY inside itself, and not the copies of others.
    public void likeOrdinaryWebDav(CopyScript copy) {
        allow = "OPTIONS, GET, HEAD, DELETE, PROPFIND, PUT, PROPPATCH, COPY, MOVE, LOCK, UNLOCK";
        product = "Ordinary/1.0";
        copyScript = copy;
    }

    /// Everything that was asked for, in order.
    public List<FakeRequest> requests() {
        return List.copyOf(requests);
    }

    /// The requests of one method.
    public List<FakeRequest> requests(String method) {
        return requests.stream()
                .filter(request -> request.method().equals(method))
                .toList();
    }

    /// How many requests of a method were answered at the same time at most.
    public int mostAtOnce(String method) {
        return mostAtOnce.getOrDefault(method, 0);
    }

    /// Reports something to a waiting test.
    public void tell(String event) {
        events.add(event);
    }

    /// Waits until something was told; other events before it are dropped.
    public void await(String event) throws InterruptedException {
        for (String next = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                !event.equals(next);
                next = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            if (next == null) {
                throw new AssertionError("never told: " + event);
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            Optional<FakeRequest> request = FakeRequest.read(in);
            while (request.isPresent() && !socket.isClosed()) {
                requests.add(request.get());
                counted(request.get(), socket, in);
                tell(request.get().method() + " done");
                request = socket.isClosed() ? Optional.empty() : FakeRequest.read(in);
            }
        } catch (IOException e) {
            tell("broken connection");
        } finally {
            sockets.remove(socket);
        }
    }

    private void counted(FakeRequest request, Socket socket, InputStream in) throws IOException {
        String method = request.method();
        mostAtOnce.merge(method, atOnce.merge(method, 1, Integer::sum), Math::max);
        try {
            handle(request, socket, in);
        } finally {
            atOnce.merge(method, -1, Integer::sum);
        }
    }

    private void handle(FakeRequest request, Socket socket, InputStream in) throws IOException {
        OutputStream out = socket.getOutputStream();
        String path = request.path();
        Optional<FakeFaults.Refusal> refusal = faults.refusal(request.method());
        if (refusal.isPresent()) {
            answer(
                    out,
                    refusal.get().status(),
                    faults.refusalHeaders(),
                    refusal.get().text());
            if (request.contentLength() > 0) {
                socket.close();
            }
            return;
        }
        if (faults.isHung(request.method())) {
            tell(request.method() + " hung");
            awaitGone(in);
            return;
        }
        if (faults.dropsDigests() && request.header("Want-Digest").isPresent()) {
            socket.close();
            return;
        }
        switch (request.method()) {
            case "HEAD" -> head(request, out);
            case "GET" -> get(request, socket, in);
            case "PUT" -> put(request, socket, in);
            case "DELETE" -> {
                Runnable instead = faults.insteadOfDelete();
                if (instead != null) {
                    instead.run();
                    answer(out, 503, "", "");
                    return;
                }
                boolean there = files.remove(path) != null;
                answer(
                        out,
                        there ? 200 : 404,
                        "",
                        there ? "" : "Unable to delete " + path + "; no such file or directory");
            }
            case "MKCOL" -> mkcol(path, out);
            case "OPTIONS" ->
                write(
                        out,
                        "HTTP/1.1 200 OK\r\nServer: " + product + "\r\nDAV: 1\r\nAllow: " + allow
                                + "\r\nContent-Length: 0\r\n\r\n");
            case "PROPFIND" -> propfind(path, out);
            case "COPY" -> copy(request, socket);
            default -> answer(out, 501, "", "");
        }
    }

    private void head(FakeRequest request, OutputStream out) throws IOException {
        byte[] content = files.get(request.path());
        if (content == null && isFolder(request.path())) {
            // XRootD tells a folder and a file not apart here.
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\n");
            return;
        }
        if (content == null) {
            write(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        String digest = request.header("Want-Digest").isPresent() ? faults.digest(adler32(content)) : "";
        int size = faults.makesOnDemand() ? 0 : content.length;
        write(out, "HTTP/1.1 200 OK\r\n" + digest + faults.date() + faults.length(size) + "\r\n");
    }

    private void get(FakeRequest request, Socket socket, InputStream in) throws IOException {
        OutputStream out = socket.getOutputStream();
        byte[] content = files.get(request.path());
        if (content == null) {
            answer(out, 404, "", "Unable to open " + request.path() + "; no such file or directory");
            return;
        }
        if (faults.makesOnDemand()) {
            write(out, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
            out.write(content);
            socket.close();
            return;
        }
        long announced = (long) content.length + faults.getExtraBytes();
        Optional<FakeRequest.Part> part = faults.part(request);
        int begin = part.map(FakeRequest.Part::from).orElse(0);
        int asked = part.map(FakeRequest.Part::to).orElse(content.length);
        int end = part.isPresent() ? Math.min(asked, begin + Math.min(faults.mostPartBytes(), content.length)) : asked;
        if (atOnce.getOrDefault("GET", 0) > faults.mostGets() || (part.isPresent() && faults.refusesPart())) {
            answer(out, 503, "", "busy");
            return;
        }
        write(
                out,
                part.isPresent()
                        ? "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes " + begin + "-" + (end - 1) + "/"
                                + announced + "\r\n" + faults.state(true) + "Content-Length: " + (end - begin)
                                + "\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\n" + faults.state(false) + "Content-Length: " + announced + "\r\n\r\n");
        faults.slowly().run();
        if (part.isPresent() && faults.breaksPart()) {
            out.write(content, begin, (end - begin) / 2);
            out.flush();
            socket.close();
            return;
        }
        int stop = faults.getStopsAfter();
        if (stop < 0 || (part.isPresent() && stop >= end)) {
            out.write(content, begin, end - begin);
            out.flush();
            return;
        }
        out.write(content, begin, Math.max(0, Math.min(stop, end) - begin));
        out.flush();
        tell("GET stopped");
        if (faults.getHangs()) {
            awaitGone(in);
        }
        socket.close();
    }

    private void put(FakeRequest request, Socket socket, InputStream in) throws IOException {
        OutputStream out = socket.getOutputStream();
        // XRootD knows this one spelling only.
        boolean expects =
                request.header("Expect").filter("100-continue"::equals).isPresent();
        Optional<URI> elsewhere = faults.putRedirect();
        if (elsewhere.isPresent()) {
            answer(out, 307, "Location: " + elsewhere.get() + "\r\n", "");
            return;
        }
        if (request.header("If-None-Match").filter("*"::equals).isPresent() && files.containsKey(request.path())) {
            answer(out, 412, "", "file exists");
            socket.close();
            return;
        }
        if (expects && faults.refusesExpectations()) {
            answer(out, 417, "", "");
            socket.close();
            return;
        }
        if (expects) {
            files.putIfAbsent(request.path(), new byte[0]);
            changes.put(request.path(), Instant.now());
        }
        if (expects && faults.diesBeforeContinue()) {
            socket.close();
            return;
        }
        if (expects && faults.neverContinues()) {
            tell("not continuing");
            awaitGone(in);
            return;
        }
        if (expects) {
            faults.beforeContinue().run();
            write(out, "HTTP/1.1 100 Continue\r\n\r\n");
        }
        Optional<Runnable> first = faults.onPut();
        if (first.isPresent()) {
            first.get().run();
            in.readNBytes(1);
            socket.close();
            return;
        }
        String folder = request.path().substring(0, request.path().lastIndexOf('/'));
        if (faults.wantsFolders() && !folders.contains(folder)) {
            in.skipNBytes(request.contentLength());
            answer(out, 409, "", "Conflict");
            return;
        }
        int room = faults.putRoom();
        if (room >= 0 && room < request.contentLength()) {
            put(request.path(), in.readNBytes(room));
            tell("disk full");
            // The client reads the end of the connection while it still writes.
            socket.shutdownOutput();
            in.skipNBytes(Math.min(100_000, request.contentLength() - room));
            socket.close();
            return;
        }
        // There from the begin, as on a disk: who removes it while it is written has removed it.
        files.putIfAbsent(request.path(), new byte[0]);
        changes.put(request.path(), Instant.now());
        boolean isChunked =
                request.header("Transfer-Encoding").filter("chunked"::equals).isPresent();
        byte[] content = isChunked ? chunks(in) : in.readNBytes(request.contentLength());
        if (!isChunked && content.length < request.contentLength()) {
            files.replace(request.path(), content);
            tell("PUT broken");
            socket.close();
            return;
        }
        put(request.path(), faults.spoil(content));
        faults.afterPut().run();
        Optional<FakeFaults.Refusal> after = faults.putAnswer();
        if (after.isPresent()) {
            answer(out, after.get().status(), "", after.get().text());
        } else {
            answer(out, 200, "", ":-)");
        }
    }

    /// A body of chunks (RFC 9112, section 7.1).
    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            StringBuilder size = new StringBuilder();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    return body.toByteArray();
                }
                size.append((char) next);
            }
            int count = Integer.parseInt(size.toString().strip(), 16);
            body.write(in.readNBytes(count));
            in.skipNBytes(2);
            if (count == 0) {
                return body.toByteArray();
            }
        }
    }

    private void mkcol(String path, OutputStream out) throws IOException {
        String folder = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        folders.add(folder);
        answer(out, 201, "", "");
    }

    private void propfind(String path, OutputStream out) throws IOException {
        boolean folder = isFolder(path);
        if (!folder && !files.containsKey(path)) {
            answer(out, 404, "", "");
            return;
        }
        String changed = folder || !faults.tellsChanges()
                ? ""
                : "<lp1:getlastmodified>"
                        + httpDate(changes.getOrDefault(path, Instant.EPOCH).plus(faults.clockAhead()))
                        + "</lp1:getlastmodified>";
        if (!folder && faults.tellsSizeAsProperty()) {
            changed += "<lp1:getcontentlength>" + Objects.requireNonNull(files.get(path)).length
                    + "</lp1:getcontentlength>";
        }
        answer(
                out,
                207,
                "Content-Type: text/xml\r\n",
                "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\"><D:response><D:href>" + path
                        + "</D:href><D:propstat><D:prop>" + changed + "<lp1:iscollection>" + (folder ? 1 : 0)
                        + "</lp1:iscollection></D:prop></D:propstat></D:response></D:multistatus>");
    }

    private void copy(FakeRequest request, Socket socket) throws IOException {
        if (request.header("Credential").filter(value -> !value.equals("none")).isPresent()) {
            answer(socket.getOutputStream(), 400, "", "COPY requested an unsupported credential type");
            return;
        }
        if (request.header("Source").isEmpty() && request.header("Destination").isEmpty()) {
            answer(socket.getOutputStream(), 400, "", "No Source or Destination specified");
            return;
        }
        String folder = request.path().substring(0, request.path().lastIndexOf('/'));
        if (request.header("Source").isPresent() && faults.wantsFolders() && !folders.contains(folder)) {
            answer(
                    socket.getOutputStream(),
                    400,
                    "",
                    "Unable to create " + request.path() + "; no such file or directory");
            return;
        }
        copyScript.play(new CopyCall(this, request, socket));
    }

    /// Waits until the client has closed its side, politely or not.
    void awaitGone(InputStream in) {
        try {
            while (in.read() >= 0) {
                tell("unexpected bytes");
            }
        } catch (IOException e) {
            tell("reset by client");
        }
        tell("client gone");
    }

    private boolean isFolder(String path) {
        return folders.contains(path) || files.keySet().stream().anyMatch(file -> file.startsWith(path + "/"));
    }

    static String httpDate(Instant time) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
    }

    /// ADLER32 in eight hex digits.
    public static String adler32(byte[] content) {
        Adler32 adler = new Adler32();
        adler.update(content);
        return String.format("%08x", adler.getValue());
    }

    static void answer(OutputStream out, int status, String headers, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        write(
                out,
                "HTTP/1.1 " + status + " Status\r\nConnection: Keep-Alive\r\nServer: XrootD/v5.5.3\r\n" + headers
                        + "Content-Length: " + body.length + "\r\n\r\n" + text);
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
