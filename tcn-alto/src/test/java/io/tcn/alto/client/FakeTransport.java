// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.http.HttpFields;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A server in memory: answers by method and address, remembers what was asked, and streams what a test says.
final class FakeTransport implements AltoTransport {
    /// One answer.
    interface Handler {
        AltoResponse answer(AltoRequest request) throws IOException;
    }

    private final Map<String, Deque<Handler>> handlers = new LinkedHashMap<>();
    private final List<AltoRequest> requests = new ArrayList<>();
    private final List<FakeStream> streams = new ArrayList<>();
    private boolean streaming = true;

    /// The next answer to this request; the last one given stays.
    FakeTransport on(String request, Handler handler) {
        handlers.computeIfAbsent(request, _ -> new ArrayDeque<>()).add(handler);
        return this;
    }

    FakeTransport on(String request, int status, String type, String body) {
        return on(request, _ -> response(status, type, body));
    }

    /// From now on these answers, and none of those before.
    FakeTransport instead(String request, int status, String type, String body) {
        forget(request);
        return on(request, status, type, body);
    }

    /// No answer to this request any more.
    void forget(String request) {
        handlers.remove(request);
    }

    /// Whether streams can be opened.
    void streaming(boolean now) {
        streaming = now;
    }

    static AltoResponse response(int status, String type, String body) {
        return new AltoResponse(
                status, HttpFields.of(Map.of("Content-Type", type)), body.getBytes(StandardCharsets.UTF_8));
    }

    List<AltoRequest> requests() {
        return List.copyOf(requests);
    }

    /// Requests of this method and address.
    List<AltoRequest> requests(String request) {
        return requests.stream().filter(each -> each.toString().equals(request)).toList();
    }

    /// Text of the body of the last request.
    String lastBody() {
        return body(requests.getLast());
    }

    static String body(AltoRequest request) {
        byte[] body = request.body();
        return body == null ? "" : new String(body, StandardCharsets.UTF_8);
    }

    FakeStream stream(int index) {
        return streams.get(index);
    }

    int streams() {
        return streams.size();
    }

    @Override
    public AltoResponse exchange(AltoRequest request) throws IOException {
        requests.add(request);
        Deque<Handler> queue = handlers.get(request.toString());
        if (queue == null) {
            throw new ConnectException("nobody at " + request);
        }
        Handler handler = queue.size() > 1 ? queue.removeFirst() : queue.getFirst();
        return handler.answer(request);
    }

    @Override
    public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException {
        if (!streaming) {
            return new Opened.Refused(exchange(request));
        }
        requests.add(request);
        FakeStream stream = new FakeStream(receiver);
        streams.add(stream);
        return new Opened.Stream(HttpFields.of(Map.of("Content-Type", "text/event-stream")), stream);
    }

    /// The server's end of a stream.
    static final class FakeStream implements AutoCloseable {
        private final StreamReceiver receiver;
        private Optional<String> closed = Optional.empty();

        FakeStream(StreamReceiver receiver) {
            this.receiver = receiver;
        }

        void send(String text) {
            receiver.bytes(text.getBytes(StandardCharsets.UTF_8));
        }

        void send(byte[] bytes) {
            receiver.bytes(bytes);
        }

        void end() {
            receiver.ended("the server has had enough");
        }

        boolean isClosed() {
            return closed.isPresent();
        }

        @Override
        public void close() {
            closed = Optional.of("by the client");
        }
    }
}
