// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.codec.JsonMergePatch;
import io.tcn.alto.http.AltoTransport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Hears a stream of events and keeps the state that they describe. Server-sent events are read as the server
/// writes them.
final class StreamListener implements AltoTransport.StreamReceiver {
    static final String CONTROL = "application/alto-updatestreamcontrol+json";
    static final String PATCH = "application/merge-patch+json";

    /// One event.
    ///
    /// @param type media type
    /// @param id what it is about, empty for control
    record Event(String type, String id, String data) {
        JsonNode json() {
            return new JsonMapper().readTree(data);
        }
    }

    private final StringBuilder text = new StringBuilder();
    final List<Event> events = new ArrayList<>();
    int comments;

    /// Trees by data id; parts of messages by substream, dot and content id.
    final Map<String, JsonNode> state = new ConcurrentHashMap<>();

    @Nullable
    String ended;

    @Override
    public synchronized void bytes(byte[] next) {
        text.append(new String(next, StandardCharsets.UTF_8));
        for (int end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
            event(text.substring(0, end));
            text.delete(0, end + 2);
        }
        notifyAll();
    }

    private void event(String block) {
        if (block.startsWith(":")) {
            comments++;
            return;
        }
        List<String> lines = block.lines().toList();
        String name = lines.getFirst().substring("event: ".length());
        String data = lines.stream()
                .skip(1)
                .map(line -> line.substring("data: ".length()))
                .collect(Collectors.joining("\n"));
        int comma = name.lastIndexOf(',');
        Event event = comma < 0
                ? new Event(name, "", data)
                : new Event(name.substring(0, comma), name.substring(comma + 1), data);
        events.add(event);
        if (event.type().startsWith("multipart/")) {
            Asking.parts(event.type(), data, "\n").forEach((id, part) -> state.put(event.id() + "." + id, part));
        } else if (event.type().equals(PATCH)) {
            state.computeIfPresent(event.id(), (id, old) -> JsonMergePatch.apply(old, event.json()));
        } else {
            state.put(event.id(), event.json());
        }
    }

    @Override
    public synchronized void ended(String why) {
        ended = why;
        notifyAll();
    }

    /// Events since the last call.
    synchronized List<Event> heard() {
        List<Event> heard = List.copyOf(events);
        events.clear();
        return heard;
    }

    List<String> heardIds() {
        return heard().stream()
                .map(event -> event.type().equals(CONTROL) ? "control" : event.id())
                .toList();
    }

    Optional<String> ending() {
        return Optional.ofNullable(ended);
    }
}
