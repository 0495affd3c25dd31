// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A server of the example network, and short ways to ask it.
final class Asking {
    static final URI BASE = URI.create("http://server.example/alto/v1/");
    private static final JsonMapper MAPPER = new JsonMapper();

    private static final Map<String, String> ACCEPTS = Map.ofEntries(
            Map.entry("networkmap/filtered", "application/alto-networkmapfilter+json"),
            Map.entry("costmap/filtered", "application/alto-costmapfilter+json"),
            Map.entry("costmap/pv", "application/alto-costmapfilter+json"),
            Map.entry("tcn/costmap", "application/alto-costmapfilter+json"),
            Map.entry("endpointprop", "application/alto-endpointpropparams+json"),
            Map.entry("endpointcost", "application/alto-endpointcostparams+json"),
            Map.entry("endpointcost/pv", "application/alto-endpointcostparams+json"),
            Map.entry("tcn/endpointcost", "application/alto-endpointcostparams+json"),
            Map.entry("anes/filtered", "application/alto-propmapparams+json"),
            Map.entry("updates", "application/alto-updatestreamparams+json"));

    final AltoServer server;

    Asking() {
        this(server(ExampleNetwork.plain()));
    }

    Asking(AltoServer server) {
        this.server = server;
    }

    static AltoServer server(PublishedNetwork network) {
        return new AltoServer(network, AltoServerSettings.DEFAULT, new Random(7));
    }

    AltoResponse get(String path) {
        return server.handle(AltoRequest.get(BASE.resolve(path), HttpFields.NONE));
    }

    /// A POST of this body with the media type that the resource takes. Single quotes stand for double ones.
    AltoResponse post(String path, String body) {
        return server.handle(request(path, body));
    }

    static AltoRequest request(String path, String body) {
        String type = ACCEPTS.getOrDefault(path, "application/alto-updatestreamparams+json");
        return AltoRequest.post(BASE.resolve(path), HttpFields.of(Map.of("Content-Type", type)), json(body));
    }

    static byte[] json(String withSingleQuotes) {
        return withSingleQuotes.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    static JsonNode tree(AltoResponse response) {
        return MAPPER.readTree(response.body());
    }

    static JsonNode tree(String withSingleQuotes) {
        return MAPPER.readTree(json(withSingleQuotes));
    }

    JsonNode got(String path) {
        return tree(get(path));
    }

    JsonNode answered(String path, String body) {
        return tree(post(path, body));
    }

    static String text(AltoResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /// The two parts of a multipart answer as the server writes it, by Content-ID without its brackets.
    static Map<String, JsonNode> parts(AltoResponse response) {
        return parts(type(response), text(response), "\r\n");
    }

    static Map<String, JsonNode> parts(String contentType, String body, String lineEnd) {
        String boundary = contentType.replaceFirst(".*boundary=\"?([^\";]+).*", "$1");
        Map<String, JsonNode> parts = new LinkedHashMap<>();
        List<String> pieces = List.of(body.split("(^|" + lineEnd + ")--" + boundary + "(--)?" + lineEnd + "?", -1));
        for (String piece : pieces) {
            int head = piece.indexOf(lineEnd + lineEnd);
            if (head >= 0) {
                String id = piece.substring(0, head).replaceFirst("(?s).*Content-ID: <([^>]*)>.*", "$1");
                parts.put(id, MAPPER.readTree(piece.substring(head + 2 * lineEnd.length())));
            }
        }
        return parts;
    }

    static String type(AltoResponse response) {
        return response.fields().first("Content-Type").orElse("");
    }
}
