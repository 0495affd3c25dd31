// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.FaultyServer;
import io.tcn.alto.server.InProcessTransport;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Our own server in this process, of whose directory a test takes entries away, and which refuses requests for more
/// pairs than it likes.
///
/// Sites 1 to 4 have the addresses 192.0.2.0/26 to 192.0.2.192/26 and hang on one router by links of 10, 20, 30 and 40
/// Gbit/s.
final class EditedServer implements AltoTransport {
    static final URI DIRECTORY = URI.create("http://127.0.0.1" + AltoServer.DIRECTORY_PATH);
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    final FaultyServer server = new FaultyServer(star(), AltoServerSettings.DEFAULT, new Random(1));
    private final AltoTransport next = new InProcessTransport(server);
    private final Set<String> hidden = new HashSet<>();
    private final List<AltoRequest> requests = new ArrayList<>();
    long mostPairs = Long.MAX_VALUE;

    private static PublishedNetwork star() {
        List<Topology.Node> nodes = new ArrayList<>(List.of(node("hub")));
        List<Topology.Link> links = new ArrayList<>();
        List<Topology.Site> sites = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            nodes.add(node("n" + i));
            links.add(new Topology.Link("l" + i, "n" + i, "hub", 10.0 * i, 1.0, null));
            sites.add(new Topology.Site(
                    "s" + i, null, List.of("n" + i), 800.0, null, List.of("192.0.2." + (64 * (i - 1)) + "/26")));
        }
        return TopologyNetwork.of(new Topology("star", nodes, links, sites));
    }

    private static Topology.Node node(String id) {
        return new Topology.Node(id, "router", null, null);
    }

    /// The directory does not have these any more.
    EditedServer hide(String... ids) {
        hidden.addAll(List.of(ids));
        return this;
    }

    void showAll() {
        hidden.clear();
    }

    /// The last part of the address of each POST since the last call.
    List<String> asked() {
        List<String> asked = requests.stream()
                .filter(request -> request.method().equals("POST"))
                .map(request -> request.uri().getPath().replace("/alto/v1/", ""))
                .toList();
        requests.clear();
        return asked;
    }

    @Override
    public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
        requests.add(request);
        JsonNode ends = ScriptedServer.json(request).path("endpoints");
        if ((long) ends.path("srcs").size() * ends.path("dsts").size() > mostPairs) {
            return ScriptedServer.answer(413, "text/plain", "too much");
        }
        AltoResponse answer = next.exchange(request);
        if (!request.uri().getPath().equals(AltoServer.DIRECTORY_PATH) || hidden.isEmpty()) {
            return answer;
        }
        JsonNode directory = MAPPER.readTree(answer.body());
        ((ObjectNode) directory.path("resources")).remove(hidden);
        return new AltoResponse(answer.status(), answer.fields(), MAPPER.writeValueAsBytes(directory));
    }

    @Override
    public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
        return next.open(request, receiver);
    }
}
