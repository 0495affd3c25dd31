// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.http.HttpFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A server in memory that answers by path as a test says, and remembers what it was asked.
final class ScriptedServer implements AltoTransport {
    /// One answer.
    interface Script {
        AltoResponse answer(AltoRequest request) throws IOException;
    }

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Map<String, Script> scripts = new HashMap<>();
    private final List<AltoRequest> requests = new ArrayList<>();
    private @Nullable Script instead;

    /// Requests for this path are answered so.
    ScriptedServer on(String path, Script script) {
        scripts.put(path, script);
        return this;
    }

    ScriptedServer on(String path, String type, String body) {
        return on(path, request -> answer(200, type, body));
    }

    /// All requests are answered so; null for the usual answers.
    void instead(@Nullable Script script) {
        instead = script;
    }

    static AltoResponse answer(int status, String type, String body) {
        return new AltoResponse(
                status, HttpFields.of(Map.of("Content-Type", type)), body.getBytes(StandardCharsets.UTF_8));
    }

    /// The body of a request as JSON.
    static JsonNode json(AltoRequest request) {
        byte[] body = request.body();
        return MAPPER.readTree(body == null ? new byte[] {'{', '}'} : body);
    }

    /// The requests for a path.
    List<AltoRequest> requests(String path) {
        return requests.stream()
                .filter(request -> request.uri().getPath().equals(path))
                .toList();
    }

    @Override
    public AltoResponse exchange(AltoRequest request) throws IOException {
        requests.add(request);
        Script script = instead;
        if (script == null) {
            script = scripts.get(request.uri().getPath());
        }
        return script == null ? answer(404, "text/html", "<html>no such page</html>") : script.answer(request);
    }

    @Override
    public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException {
        return new Opened.Refused(exchange(request));
    }
}
