// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.api.security.AnyCertificate;
import io.tcn.api.security.Pki;
import io.tcn.api.security.x509.AddedTrust;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `health`: asks a server whether all is well.
@Command(
        name = "health",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Asks a server whether all is well.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tcn health",
            "  tcn health --url https://localhost:8446 --data /var/lib/tcn",
            "  tcn health --url https://tcn.example.org:8446 --trust /etc/ssl/grid-ca.pem",
            "  tcn health --any-certificate                (a probe beside a server with a host certificate)"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the server serves (status UP or DEGRADED)",
            "1:it does not, or it does not answer",
            "2:wrong arguments"
        })
final class HealthCommand implements Callable<Integer> {
    private static final int WRONG = 2;

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
            description = "its data folder, whose private CA is trusted beside the JVM's authorities"
                    + " (default: ${DEFAULT-VALUE})")
    private Path data = Path.of("data");

    @Option(
            names = "--trust",
            paramLabel = "PEM",
            description = "file with the authority of its certificate, beside the JVM's authorities")
    private @Nullable Path trust;

    @Option(
            names = "--any-certificate",
            description = "look neither at the name nor at the authority of its certificate; for this machine only")
    private boolean anyCertificate;

    @Override
    public Integer call() throws InterruptedException {
        return ask(System.out, System.err);
    }

    int ask(PrintStream out, PrintStream err) throws InterruptedException {
        if (anyCertificate && !isHere()) {
            err.println("tcn health: --any-certificate is for this machine only, " + url.getHost()
                    + " is another one: give --trust PEM");
            return WRONG;
        }
        try (HttpClient client = client()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(url.resolve("/tcn/v1/health"))
                            .timeout(Duration.ofSeconds(5))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            out.println(answer.body());
            return answer.statusCode() == 200 ? 0 : 1;
        } catch (IOException | IllegalArgumentException failure) {
            err.println("tcn health: " + words(failure));
            return 1;
        }
    }

    private boolean isHere() {
        try {
            return InetAddress.getByName(url.getHost()).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private HttpClient client() throws IOException {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5));
        Path ca = new Pki(data).caCertificate();
        SSLContext tls = null;
        if (anyCertificate) {
            tls = AnyCertificate.context();
        } else if (trust != null) {
            tls = AddedTrust.context("--trust", trust);
        } else if (Files.isReadable(ca)) {
            tls = AddedTrust.context("--data", ca);
        }
        return (tls == null ? builder : builder.sslContext(tls)).build();
    }

    private String words(Exception failure) {
        String causes = "";
        Throwable at = failure;
        for (int depth = 0; at != null && depth < 10; depth++) {
            causes += at.getMessage() + "\n";
            at = at.getCause();
        }
        if (causes.contains("No name matching") || causes.contains("No subject alternative")) {
            return url + " answers, but its certificate is not for the name " + url.getHost()
                    + ": give the name that it is for with --url, or --any-certificate on the same machine";
        }
        if (failure instanceof SSLException) {
            return url + " answers, but its certificate is not trusted: give the file of its authority with --trust,"
                    + " or the server's data folder with --data (looked at: "
                    + (trust != null ? trust : new Pki(data).caCertificate()) + ")";
        }
        if (failure instanceof HttpTimeoutException) {
            return url + " does not answer in time";
        }
        String reason = failure instanceof ConnectException ? "nobody listens there" : failure.getMessage();
        return url + " does not answer: " + (reason == null ? failure.getClass().getSimpleName() : reason);
    }
}
