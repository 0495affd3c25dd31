// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.alto;

import io.tcn.alto.server.AltoHttpServer;
import io.tcn.alto.server.AltoHttpServerSettings;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Our ALTO server over the network of a case, on a free port of loopback.
final class PublishingServer implements AutoCloseable {
    private final AltoServer server;
    private final AltoHttpServer http;
    private final List<String> links;

    private PublishingServer(AltoServer server, AltoHttpServer http, List<String> links) {
        this.server = server;
        this.http = http;
        this.links = links;
    }

    static PublishingServer start(AltoCase world) throws IOException {
        PublishedNetwork network = TopologyNetwork.of(world.topology());
        AltoServer server = new AltoServer(network, AltoServerSettings.DEFAULT, new Random(1));
        AltoHttpServer http = AltoHttpServer.start(
                server,
                new AltoHttpServerSettings(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, null),
                (_, _) -> () -> {});
        return new PublishingServer(server, http, usedLinks(world, network));
    }

    /// Links of the ways of every so many-th pipe, each once. The ways are looked for in another network than the one
    /// that is published, which has to find them by itself.
    private static List<String> usedLinks(AltoCase world, PublishedNetwork network) {
        PublishedNetwork.Paths paths = TopologyNetwork.of(world.topology()).paths();
        List<int[]> ends = world.ends();
        Set<String> links = new LinkedHashSet<>();
        for (int i = 0; i < ends.size(); i += Math.max(1, ends.size() / 100)) {
            int[] pair = ends.get(i);
            paths.find("s" + pair[0], "s" + pair[1]).ifPresent(path -> {
                // The storages stand at both ends.
                String middle = path.elementLabels().get(path.elementLabels().size() / 2);
                if (middle.startsWith("link:") && network.elements().containsKey(middle)) {
                    links.add(middle);
                }
            });
        }
        return List.copyOf(links);
    }

    URI directory() {
        return http.directory();
    }

    /// The network as it is now with another capacity of one link.
    PublishedNetwork changed(int update) {
        return server.network().withCapacity(links.get(update % links.size()), AltoCase.capacityBps(update));
    }

    void publish(PublishedNetwork network) {
        server.update(network);
    }

    @Override
    public void close() {
        http.close();
    }
}
