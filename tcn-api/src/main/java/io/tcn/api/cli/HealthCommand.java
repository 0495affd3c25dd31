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
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `health`: asks a server whether all is well.
@Command(
        name = "health",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Asks a server whether all is well.",
        footerHeading = "%nExamples:%n",
        footer = {"  tcn health", "  tcn health --url https://localhost:8446 --data /var/lib/tcn"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all is well", "1:it is not, or the server does not answer", "2:wrong arguments"})
final class HealthCommand implements Callable<Integer> {
    @Option(
            names = "--url",
            defaultValue = "https://localhost:8446",
            paramLabel = "URL",
            description = "the server (default: ${DEFAULT-VALUE})")
    private URI url = URI.create("https://localhost:8446");

    @Option(
            names = "--data",
            defaultValue = "${TCN_DATA_DIR:-data}",
            paramLabel = "DIR",
            description = "its data folder, for the private CA; without one the JVM's authorities count")
    private Path data = Path.of("data");

    @Override
    public Integer call() throws InterruptedException {
        Path ca = new Pki(data).caCertificate();
        try (HttpClient client = client(ca)) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(url.resolve("/tcn/v1/health"))
                            .timeout(Duration.ofSeconds(5))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            System.out.println(answer.body());
            return answer.statusCode() == 200 ? 0 : 1;
        } catch (IOException | IllegalArgumentException failure) {
            System.err.println("tcn health: " + url + " does not answer: "
                    + (failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage()));
            return 1;
        }
    }

    private static HttpClient client(Path ca) throws IOException {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5));
        if (Files.isReadable(ca)) {
            builder.sslContext(ClientTls.trusting(ca));
        }
        return builder.build();
    }
}
