// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.api.security.ClientTls;
import io.tcn.api.security.Pki;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The demo's way to the server: the same REST faces that everybody uses, with the demo client certificate.
final class DemoClient implements AutoCloseable {
    private final HttpClient client;
    private final URI server;
    private final JsonMapper mapper = JsonMapper.builder().build();

    DemoClient(TcnServer server) throws IOException {
        Pki pki = server.pki();
        this.server = URI.create("https://localhost:" + server.port());
        this.client = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .sslContext(ClientTls.of(pki.caCertificate(), pki.clientCertificate(), pki.clientKey()))
                .build();
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(server.resolve(path)).GET(), path);
    }

    JsonNode post(String path, Object body) throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder(server.resolve(path))
                        .POST(HttpRequest.BodyPublishers.ofString(mapper.writeValueAsString(body))),
                path);
    }

    JsonNode put(String path, Object body) throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder(server.resolve(path))
                        .PUT(HttpRequest.BodyPublishers.ofString(mapper.writeValueAsString(body))),
                path);
    }

    private JsonNode send(HttpRequest.Builder request, String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                request.header("Content-Type", "application/json")
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException(path + " was answered with " + answer.statusCode() + ": " + answer.body());
        }
        return mapper.readTree(answer.body());
    }

    @Override
    public void close() {
        client.close();
    }
}
