// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.server.AltoHttpServer;
import io.tcn.alto.server.AltoHttpServerSettings;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.FaultyServer;
import io.tcn.alto.server.HttpAuthentication;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.alto.topology.TopologyFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// The embedded server on a loopback socket.
final class RunningServer implements AutoCloseable {
    final FaultyServer server;
    private final AltoHttpServer http;

    RunningServer(@Nullable HttpAuthentication authentication) throws IOException {
        server = new FaultyServer(network(100), AltoServerSettings.DEFAULT, new Random(7));
        http = AltoHttpServer.start(
                server,
                new AltoHttpServerSettings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, authentication),
                (period, task) -> () -> {});
    }

    static PublishedNetwork network(double narrowGbps) throws IOException {
        Path file = Files.createTempFile("topology", ".json");
        try {
            Files.writeString(file, SmallNetwork.json(narrowGbps));
            return TopologyNetwork.of(TopologyFile.read(file.toString()));
        } finally {
            Files.delete(file);
        }
    }

    String url() {
        return http.directory().toString();
    }

    @Override
    public void close() {
        http.close();
    }
}
