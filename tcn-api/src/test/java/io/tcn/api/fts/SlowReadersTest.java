// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.RunningServer;
import io.tcn.api.security.ClientTls;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Callers who ask for long answers and do not read them.
@Tag("it")
class SlowReadersTest {
    private static final int FILES = 20_000;
    private static final int READERS = 12;

    @TempDir
    private Path folder = Path.of("");

    @Test
    @DisplayName("more slow readers than the database has connections keep nobody from submitting")
    void slowReadersKeepNobodyFromSubmitting() throws IOException {
        try (RunningServer server = RunningServer.start(folder, Map.of());
                HttpClient slow = HttpClient.newBuilder()
                        .sslContext(ClientTls.of(
                                server.server().pki().caCertificate(),
                                server.server().pki().clientCertificate(),
                                server.server().pki().clientKey()))
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            String job = server.demo().submit(job(FILES));
            URI files = URI.create("https://localhost:" + server.server().port() + "/jobs/" + job + "/files");
            List<CompletableFuture<HttpResponse<InputStream>>> unread = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                unread.add(slow.sendAsync(
                        HttpRequest.newBuilder(files).build(), HttpResponse.BodyHandlers.ofInputStream()));
            }
            // Ten are being answered, the others are told to come again.
            CompletableFuture.anyOf(unread.toArray(CompletableFuture[]::new)).join();

            assertThat(server.demo().submit(job(1))).hasSize(36);
            assertThat(server.demo().get("/jobs/" + job).status()).isEqualTo(200);
            String ofAlice = server.alice().submit(job(2_000));
            assertThat(server.alice().get("/jobs/" + ofAlice + "/files").json()).hasSize(2_000);
            assertThat(server.alice()
                            .get("/jobs/" + ofAlice + "?files=file_state")
                            .json()
                            .path("files"))
                    .hasSize(2_000);
            unread.forEach(answer -> answer.cancel(true));
            slow.shutdownNow();
        }
    }

    private static String job(int files) {
        return IntStream.range(0, files)
                .mapToObj(i -> "{\"sources\": [\"https://127.0.0.1:9/f" + i
                        + "\"], \"destinations\": [\"https://127.0.0.1:9/g" + i + "\"]}")
                .collect(Collectors.joining(",", "{\"files\": [", "]}"));
    }
}
