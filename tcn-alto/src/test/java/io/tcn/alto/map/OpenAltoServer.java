// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers path-vector requests as OpenALTO's server was seen to: a constant boundary, a type without quotes, addresses
/// without their type, another tag and other numbers of links in each answer, nothing for a source that it does not
/// know, and an empty path where there is no route.
final class OpenAltoServer implements ScriptedServer.Script {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String BOUNDARY = "d41d8cd98f00b204e9800998ecf8427e";

    private final Random random = new Random(20221103);
    private final Map<String, Map<String, List<String>>> routes = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();
    boolean numbers;
    boolean typed;
    String member = "endpoint-cost-map";

    /// Traffic from one address to another crosses these links.
    OpenAltoServer route(String from, String to, String... links) {
        routes.computeIfAbsent(from, first -> new HashMap<>()).put(to, List.of(links));
        return this;
    }

    /// What is said of a link, as JSON.
    OpenAltoServer link(String link, String json) {
        properties.put(link, json);
        return this;
    }

    @Override
    public AltoResponse answer(AltoRequest request) {
        JsonNode asked = ScriptedServer.json(request);
        Map<String, String> names = names();
        ObjectNode costs = MAPPER.createObjectNode();
        ObjectNode elements = MAPPER.createObjectNode();
        List<JsonNode> flows = new ArrayList<>();
        asked.path("endpoint-flows").forEach(flows::add);
        if (flows.isEmpty()) {
            flows.add(asked.path("endpoints"));
        }
        for (JsonNode flow : flows) {
            for (JsonNode from : flow.path("srcs")) {
                for (JsonNode to : flow.path("dsts")) {
                    add(address(from), address(to), names, costs, elements);
                }
            }
        }
        String tag = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
        String root = "{\"meta\": {\"vtag\": {\"resource-id\": \"pv.ecs\", \"tag\": \"" + tag
                + "\"}, \"cost-type\": {\"cost-mode\": \"array\", \"cost-metric\": \"ane-path\"}}, \"" + member + "\": "
                + costs + "}";
        String map = "{\"meta\": {\"dependent-vtags\": [{\"resource-id\": \"pv.ecs\", \"tag\": \"" + tag
                + "\"}]}, \"property-map\": " + elements + "}";
        return ScriptedServer.answer(
                200,
                "multipart/related; boundary=" + BOUNDARY + "; type=application/alto-endpointcost+json; charset=utf-8",
                part("application/alto-endpointcost+json", "ecs", root)
                        + part("application/alto-propmap+json", "propmap", map) + "--" + BOUNDARY + "--\r\n");
    }

    private static String part(String type, String id, String content) {
        return "--" + BOUNDARY + "\r\nContent-Type: " + type + "\r\nContent-ID: <" + id + "@127.0.0.1:8000>\r\n\r\n"
                + content + "\r\n";
    }

    /// Names of the links that hold in one answer.
    private Map<String, String> names() {
        List<String> links = new ArrayList<>(properties.keySet());
        Collections.sort(links);
        Collections.shuffle(links, random);
        Map<String, String> names = new LinkedHashMap<>();
        for (String link : links) {
            names.put(link, (numbers ? "" : "autolink_") + (names.size() + 1));
        }
        return names;
    }

    private static String address(JsonNode typed) {
        return typed.stringValue().substring(typed.stringValue().indexOf(':') + 1);
    }

    private void add(String from, String to, Map<String, String> names, ObjectNode costs, ObjectNode elements) {
        Map<String, List<String>> row = routes.get(from);
        if (row == null) {
            return;
        }
        ArrayNode path = MAPPER.createArrayNode();
        for (String link : row.getOrDefault(to, List.of())) {
            String name = names.getOrDefault(link, "");
            if (numbers) {
                path.add(Integer.parseInt(name));
            } else {
                path.add(name);
            }
            elements.set(".ane:" + name, MAPPER.readTree(properties.getOrDefault(link, "{}")));
        }
        String front = typed ? "ipv4:" : "";
        ObjectNode cells = costs.get(front + from) instanceof ObjectNode known ? known : costs.putObject(front + from);
        cells.set(front + to, path);
    }
}
