// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.TestPki;
import io.tcn.api.policy.StorageConfigs;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.ClientTls;
import io.tcn.api.security.Pki;
import io.tcn.api.store.policy.StorageConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.sql.DataSource;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import tools.jackson.databind.JsonNode;

/// A server as it comes: other than those of most tests it has the defaults of every setting that makes a server safe.
/// Given are only a certificate of its own, where it listens, and a file for its log.
@Tag("it")
class FreshServerTest {
    private static final String STARTED = "the server of the test has started";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    static Path folder;

    private static TcnServer server;
    private static Client demo;
    private static List<String> logOfTheStart = List.of();

    @BeforeAll
    static void start() throws IOException {
        Path data = folder.resolve("data");
        Pki pki = TestPki.into(data);
        Path certificate = Files.copy(pki.serverCertificate(), folder.resolve("host.pem"));
        Path key = Files.copy(pki.serverKey(), folder.resolve("host.key"));
        Path log = folder.resolve("log");
        server = TcnServer.start(
                data,
                0,
                Map.of(
                        "server.address", "127.0.0.1",
                        "server.ssl.certificate", certificate.toUri().toString(),
                        "server.ssl.certificate-private-key", key.toUri().toString(),
                        "logging.file.name", log.toString()));
        demo = Client.demo(server.port(), data);
        // The map and the first decision come after the start.
        await().atMost(PATIENCE).until(() -> health().equals("UP"));
        LoggerFactory.getLogger("io.tcn.start").info(STARTED);
        logOfTheStart = Files.readAllLines(log);
    }

    @AfterAll
    static void stop() {
        demo.close();
        server.close();
    }

    private static String health() {
        return demo.get("/tcn/v1/health").json().path("status").asString("");
    }

    @Test
    void aGoodStartWarnsOfNothing() {
        assertThat(logOfTheStart)
                .anyMatch(line -> line.endsWith(STARTED))
                .noneMatch(line -> line.matches(".*\\b(WARN|ERROR)\\b.*"));
    }

    @Test
    void storagesAtItsOwnAddressesAreRefused() {
        assertThat(server.bean(TcnProperties.class).agent().allowOwnAddresses()).isFalse();
        Answer added = demo.post(
                "/tcn/v1/transfers",
                "{\"transfers\": [{\"source\": \"http://127.0.0.1:9/f\", \"destination\": \"http://127.0.0.1:9/g\"}]}");
        long transfer = added.json().at("/transfers/0/id").longValue();

        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode shown = demo.get("/tcn/v1/transfers/" + transfer).json();
            assertThat(shown.path("state").asString("")).isEqualTo("FAILED");
            assertThat(shown.path("reason").asString("")).contains("an address of this server");
        });
    }

    @Test
    void itsDatabaseCompactsItsFileAndIsNotWaitedForLong() {
        HikariDataSource pool = (HikariDataSource) server.bean(DataSource.class);
        assertThat(pool.getJdbcUrl())
                .contains(";WRITE_DELAY=500;", ";RETENTION_TIME=5000;", ";AUTO_COMPACT_FILL_RATE=80;");
        assertThat(pool.getConnectionTimeout()).isEqualTo(10_000);
    }

    @Test
    void connectionsThatSayNothingAndBodiesThatAreRefusedEnd() {
        Connector like = new Connector();
        server.bean(TomcatServletWebServerFactory.class)
                .getConnectorCustomizers()
                .forEach(each -> each.customize(like));

        assertThat(like.getProtocolHandler()).isInstanceOfSatisfying(AbstractHttp11Protocol.class, protocol -> {
            assertThat(protocol.getConnectionTimeout()).isEqualTo(10_000);
            assertThat(protocol.getKeepAliveTimeout()).isEqualTo(60_000);
            assertThat(protocol.getMaxSwallowSize()).isEqualTo(128 << 20);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"})
    void suitesWithAuthenticatedEncryptionAreTaken(String suite) throws IOException {
        try (SSLSocket socket = socket(suite)) {
            socket.startHandshake();
            assertThat(socket.getSession().getCipherSuite()).isEqualTo(suite);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"})
    void otherSuitesAreRefused(String suite) throws IOException {
        try (SSLSocket socket = socket(suite)) {
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
        }
    }

    private static SSLSocket socket(String suite) throws IOException {
        SSLSocket socket = (SSLSocket) ClientTls.trusting(server.pki().caCertificate())
                .getSocketFactory()
                .createSocket("127.0.0.1", server.port());
        socket.setSoTimeout(20_000);
        socket.setEnabledProtocols(new String[] {"TLSv1.2"});
        socket.setEnabledCipherSuites(new String[] {suite});
        return socket;
    }

    @Test
    void aMapThatCannotBeMadeShowsInHealthUntilItIsMadeAgain() {
        StorageConfigs storages = server.bean(StorageConfigs.class);
        demo.post(
                "/tcn/v1/pipes",
                "{\"source\": \"davs://broken.invalid\", \"destination\": \"davs://b.invalid\", \"user\": \"demo\"}");
        // Nobody can declare this: it stands for a defect in what the map is made of.
        storages.set(List.of(reading("davs://broken.invalid", Double.NaN)), List.of(), "nobody");
        refreshMap();
        await().atMost(PATIENCE).untilAsserted(() -> {
            Answer answer = demo.get("/tcn/v1/health");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().path("status").asString("")).isEqualTo("DEGRADED");
            assertThat(answer.json().path("networkMap").asString("")).isEqualTo("DEGRADED");
            assertThat(answer.json().path("loops").findValuesAsString("loop")).contains("map");
        });

        storages.remove("davs://broken.invalid", "nobody");
        refreshMap();
        await().atMost(PATIENCE).until(() -> health().equals("UP"));
    }

    /// A new pipe is looked for in the map within a second.
    private static void refreshMap() {
        demo.post(
                "/tcn/v1/pipes",
                "{\"source\": \"davs://a" + System.nanoTime()
                        + ".invalid\", \"destination\": \"davs://b.invalid\", \"user\": \"demo\"}");
    }

    private static StorageConfig reading(String storage, double mebibytesPerSecond) {
        return new StorageConfig(
                storage, null, null, null, mebibytesPerSecond, null, null, null, null, null, null, null, null);
    }

    @Test
    void withACertificateOfItsOwnTheHintsNameTheFolderOfAuthorities() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ServeCommand.greet(server, new PrintStream(said, true, StandardCharsets.UTF_8));

        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("--capath /etc/grid-security/certificates", "the name in the server's certificate")
                .doesNotContain(server.pki().caCertificate().toString());
    }
}
