// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import io.tcn.api.security.ClientTls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/// Sends requests to a server, as somebody or as nobody.
public final class Client implements AutoCloseable {
    private static final String QUICK = "TLS_CHACHA20_POLY1305_SHA256";

    private final String base;
    private final HttpClient http;

    private Client(int port, SSLContext tls) {
        this.base = "https://localhost:" + port;
        this.http = HttpClient.newBuilder()
                .sslContext(tls)
                .sslParameters(quick(tls))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    /// All that a client of Java offers, but first the cipher that is quick without the second compiler, which alone
    /// has the processor's instructions for AES: tests send hundreds of megabytes.
    private static SSLParameters quick(SSLContext tls) {
        SSLParameters all = tls.getDefaultSSLParameters();
        all.setCipherSuites(Stream.concat(Stream.of(QUICK), Stream.of(all.getCipherSuites()))
                .distinct()
                .toArray(String[]::new));
        return all;
    }

    /// The demo user, who is an administrator, of the server with this data folder.
    public static Client demo(int port, Path data) throws IOException {
        Path pki = data.resolve("pki");
        return new Client(
                port, ClientTls.of(pki.resolve("ca.pem"), pki.resolve("demo-user.pem"), pki.resolve("demo-user.key")));
    }

    /// Somebody with a certificate of the server's authority.
    public static Client of(int port, Path data, TestCertificates.Issued issued) throws IOException {
        return new Client(
                port, ClientTls.of(data.resolve("pki").resolve("ca.pem"), issued.certificate(), issued.key()));
    }

    /// Somebody with a chain of certificates, good or bad.
    public static Client of(int port, Path data, TestIdentity identity) throws IOException {
        return new Client(port, identity.tls(data.resolve("pki").resolve("ca.pem")));
    }

    /// Somebody without a certificate.
    public static Client anonymous(int port, Path data) throws IOException {
        return new Client(port, ClientTls.trusting(data.resolve("pki").resolve("ca.pem")));
    }

    public Answer get(String path) {
        return send(request(path).GET());
    }

    public Answer delete(String path) {
        return send(request(path).DELETE());
    }

    public Answer post(String path, String json) {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    public Answer put(String path, String json) {
        return send(request(path).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json)));
    }

    /// Submits over the FTS face and returns the id of the job.
    public String submit(String json) {
        Answer answer = post("/jobs", json);
        if (answer.status() != 200) {
            throw new AssertionError("refused: " + answer.status() + " " + answer.body());
        }
        return answer.text("job_id");
    }

    /// A request to a path of the server, to be completed.
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofMinutes(2));
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(answer.statusCode(), answer.headers(), answer.body());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", stop);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
