// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.tcn.alto.client.AltoException.Kind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsTest {
    private @Nullable TestCertificates certificates;

    @BeforeAll
    void makeCertificates(@TempDir Path folder) throws Exception {
        certificates = new TestCertificates(folder);
    }

    private SSLContext context(@Nullable String own, boolean trusting) throws Exception {
        TestCertificates made = certificates;
        return Objects.requireNonNull(made).context(own, trusting);
    }

    private static HttpsServer serve(SSLContext context, boolean wantsClient) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
                ssl.setNeedClientAuth(wantsClient);
                parameters.setSSLParameters(ssl);
            }
        });
        server.createContext("/", exchange -> {
            byte[] body = "{\"resources\":{}}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/alto-directory+json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    /// What came of reading the directory: OK, or the kind of failure.
    private static String read(SSLContext server, boolean wantsClient, SSLContext client) throws Exception {
        HttpsServer running = serve(server, wantsClient);
        try (JdkAltoTransport transport = new JdkAltoTransport(AltoLimits.DEFAULT, client)) {
            URI root = URI.create("https://127.0.0.1:" + running.getAddress().getPort() + "/ird");
            AltoClient alto = new AltoClient(
                    AltoClientSettings.of("test", root), transport, InstantSource.system(), new Random(1));
            AltoException failure = catchThrowableOfType(AltoException.class, alto::directory);
            return failure == null ? "OK" : failure.kind().name();
        } finally {
            running.stop(0);
        }
    }

    @Test
    void g01AServerWhoseCertificateWeTrustIsReadOverTls() throws Exception {
        assertThat(read(context("server", true), false, context(null, true))).isEqualTo("OK");
    }

    @Test
    void g01ACertificateOfAnUnknownAuthorityIsRefused() throws Exception {
        assertThat(read(context("server", true), false, context(null, false))).isEqualTo(Kind.UNREACHABLE.name());
    }

    @Test
    void g01ACertificateForAnotherHostIsRefused() throws Exception {
        assertThat(read(context("other", true), false, context(null, true))).isEqualTo(Kind.UNREACHABLE.name());
    }

    @Test
    void aServerThatAsksForOurCertificateGetsIt() throws Exception {
        assertThat(read(context("server", true), true, context("client", true))).isEqualTo("OK");
        assertThat(read(context("server", true), true, context(null, true))).isEqualTo(Kind.UNREACHABLE.name());
    }
}
