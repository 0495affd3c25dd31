// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.api.security.ClientTls;
import io.tcn.api.security.Pki;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;

/// `warm-up`: starts a server in a folder of its own, asks it what a first caller asks, and stops it, so that a JVM
/// that watches (`-XX:AOTCacheOutput`) sees the classes that a start needs. The launcher calls it once for each
/// jar, the image when it is built. Its database is its own, whatever the environment and files near by say.
@Command(name = "warm-up", hidden = true, description = "Starts and stops a server in a folder of its own.")
final class WarmUpCommand implements Callable<Integer> {
    private static final List<String> ASKED =
            List.of("/whoami", "/jobs", "/tcn/v1/health", "/tcn/v1/pipes", "/tcn/v1/transfers", "/ui");

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tcn-warm-up");
        try {
            Path data = folder.resolve("data");
            Map<String, String> settings = Map.of(
                    "server.address", "127.0.0.1",
                    "spring.config.location", "classpath:/",
                    "spring.datasource.url",
                            "jdbc:h2:file:" + data.resolve("db").resolve("tcn"));
            try (TcnServer server = TcnServer.start(data, 0, settings)) {
                return ask(server) ? 0 : 1;
            }
        } catch (TcnServer.StartFailedException failure) {
            System.err.println("tcn warm-up: " + failure.getMessage());
            return 1;
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static boolean ask(TcnServer server) throws IOException, InterruptedException {
        Pki pki = server.pki();
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(ClientTls.of(pki.caCertificate(), pki.clientCertificate(), pki.clientKey()))
                .connectTimeout(Duration.ofSeconds(20))
                .build()) {
            for (String path : ASKED) {
                URI url = URI.create("https://localhost:" + server.port() + path);
                HttpRequest request = HttpRequest.newBuilder(url)
                        .timeout(Duration.ofMinutes(1))
                        .build();
                int status = client.send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode();
                if (status != 200) {
                    System.err.println("tcn warm-up: " + path + " was answered with " + status);
                    return false;
                }
            }
        }
        return true;
    }
}
