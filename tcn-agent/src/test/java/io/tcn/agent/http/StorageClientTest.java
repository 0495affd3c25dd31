// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import io.tcn.agent.AgentClock;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names, addresses and certificates. The server's certificate is for `one.test` and `two.test`.
class StorageClientTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    static Path folder;

    private static @Nullable SSLContext tls;

    private final Map<String, List<String>> names = new ConcurrentHashMap<>();
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final HttpsServer server;
    private final NetworkRules rules = new NetworkRules(true, List.of("127.0.0.9"));
    private final StorageClient client = new StorageClient(Duration.ofSeconds(20), tls);
    private final StorageAddresses addresses = new StorageAddresses(
            new NameLookup(this::resolve, AgentClock.SYSTEM, Duration.ofSeconds(5)), rules, AgentClock.SYSTEM);
    private final HttpCalls calls = calls(client);

    StorageClientTest() throws IOException {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(Objects.requireNonNull(tls)));
        server.createContext("/", exchange -> {
            ExtendedSSLSession session = (ExtendedSSLSession) ((HttpsExchange) exchange).getSSLSession();
            seen.add(session.getRequestedServerNames() + " "
                    + exchange.getRequestHeaders().getFirst("Host"));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
    }

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = folder.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=one.test",
                        "-ext",
                        "SAN=dns:one.test,dns:two.test",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        String alias = keys.aliases().nextElement();
        trusted.setCertificateEntry(alias, keys.getCertificate(alias));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext made = SSLContext.getInstance("TLS");
        made.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        tls = made;
    }

    @BeforeEach
    void start() {
        names.put("one.test", List.of("127.0.0.1"));
        names.put("two.test", List.of("127.0.0.1"));
        names.put("other.test", List.of("127.0.0.1"));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        client.close();
        addresses.close();
    }

    @Test
    void theServerIsToldTheNameAndMustHaveItsCertificate() throws Exception {
        assertThat(look("one.test")).isPresent();

        assertThat(seen.take()).contains("one.test").endsWith("one.test:" + port());
    }

    @Test
    void aCertificateForAnotherNameIsRefused() {
        assertThatThrownBy(() -> look("other.test"))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("no TLS connection");
        assertThat(seen).isEmpty();
    }

    @Test
    void whatIsPinnedForOneNameIsNotUsedForAnother() throws Exception {
        look("one.test");

        assertThatThrownBy(() -> look("other.test")).isInstanceOf(TransferException.class);
        assertThat(seen).hasSize(1);
    }

    @Test
    void severalNamesOfOneAddressHaveTheirOwnConnections() throws Exception {
        assertThat(look("one.test")).isPresent();
        assertThat(look("two.test")).isPresent();
        assertThat(look("one.test")).isPresent();

        assertThat(seen.take()).contains("one.test").endsWith("one.test:" + port());
        assertThat(seen.take()).contains("two.test").endsWith("two.test:" + port());
        assertThat(seen.take()).contains("one.test").endsWith("one.test:" + port());
    }

    @Test
    void whoHasTooManyNamesIsAskedByNameAndMustHaveTheirCertificate() {
        for (int i = 0; i < 12; i++) {
            names.put("n" + i + ".test", List.of("127.0.0.1"));
            String name = "n" + i + ".test";
            assertThatThrownBy(() -> look(name)).isInstanceOf(TransferException.class);
        }
        assertThat(seen).isEmpty();
    }

    @Test
    void allAddressesAreTried() throws Exception {
        names.put("one.test", List.of("127.0.0.3", "127.0.0.9", "::1", "127.0.0.1"));

        assertThat(look("one.test")).isPresent();
        assertThat(addresses.of(Side.SOURCE, url("one.test")))
                .extracting(each -> each.getAddress().getHostAddress())
                .startsWith("127.0.0.1")
                .doesNotContain("127.0.0.9");
    }

    @Test
    void aNameThatNowMeansARefusedAddressIsNotFollowedThere() throws Exception {
        names.put("one.test", List.of("127.0.0.9"));

        assertThatThrownBy(() -> look("one.test")).hasMessageContaining("in the refused network 127.0.0.9");
        assertThat(seen).isEmpty();
    }

    @Test
    void aNameWithoutAddressIsToldApart() {
        assertThatThrownBy(() -> look("no.test"))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("the name of the source https://no.test:" + port() + " has no address now");
    }

    @Test
    void whoTakesConnectionsButSpeaksNoTlsIsToldApart() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                StorageClient hasty = new StorageClient(Duration.ofMillis(500), tls)) {
            URI url = URI.create("https://one.test:" + mute.getLocalPort() + "/f");

            assertThatThrownBy(() -> new HttpFile(calls(hasty), Side.SOURCE, url, Optional.empty()).look(false))
                    .isInstanceOfSatisfying(
                            TransferException.class,
                            failure -> assertThat(failure.endpointInTrouble()).contains(Side.SOURCE))
                    .hasMessageContaining("takes connections but did not speak TLS within 0.5 s");
        }
    }

    @Test
    void whoSpeaksTlsAndThenNothingIsInTrouble() {
        CountDownLatch over = new CountDownLatch(1);
        server.createContext("/silent", exchange -> {
            awaitQuietly(over);
            exchange.close();
        });
        URI url = URI.create("https://one.test:" + port() + "/silent");
        HttpCalls hasty = calls(client, Duration.ofMillis(300));
        try {
            assertThatThrownBy(() -> new HttpFile(hasty, Side.SOURCE, url, Optional.empty()).look(false))
                    .isInstanceOfSatisfying(
                            TransferException.class,
                            failure -> assertThat(failure.endpointInTrouble()).contains(Side.SOURCE))
                    .hasMessageContaining("took the request but did not answer within 0.3 s");
        } finally {
            over.countDown();
        }
    }

    @Test
    void onlyWhoAsksForAChecksumTakesOneOfTheFewPlacesForThat() throws Exception {
        List<Integer> inside = new CopyOnWriteArrayList<>();
        server.createContext("/sum", exchange -> {
            inside.add(calls.checksums().size());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        URI url = URI.create("https://one.test:" + port() + "/sum");
        HttpFile file = new HttpFile(calls, Side.SOURCE, url, Optional.empty());

        file.look(true);
        file.look(false);

        assertThat(inside).containsExactly(1, 0);
        assertThat(calls.checksums().size()).isZero();
    }

    @Test
    void whereNobodyListensNoConnectionIsMade() throws Exception {
        names.put("one.test", List.of("127.0.0.3", "127.0.0.4"));

        assertThatThrownBy(() -> look("one.test"))
                .isInstanceOfSatisfying(
                        TransferException.class,
                        failure -> assertThat(failure.endpointInTrouble()).contains(Side.SOURCE))
                .hasMessageContaining("cannot connect to the source https://one.test:" + port());
    }

    private static void awaitQuietly(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpCalls calls(StorageClient over) {
        return calls(over, Duration.ofSeconds(20));
    }

    private HttpCalls calls(StorageClient over, Duration patience) {
        return new HttpCalls(
                over,
                addresses,
                new CallRules(false, false),
                new HttpTimeouts(patience, patience, Duration.ofSeconds(2)),
                new EndpointMemory(AgentClock.SYSTEM, Duration.ofMinutes(1)),
                AgentClock.SYSTEM,
                4);
    }

    private Optional<?> look(String name) throws Exception {
        return new HttpFile(calls, Side.SOURCE, url(name), Optional.empty()).look(false);
    }

    private URI url(String name) {
        return URI.create("https://" + name + ":" + port() + "/f");
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private InetAddress[] resolve(String name) throws UnknownHostException {
        List<String> found = names.get(name);
        if (found == null) {
            throw new UnknownHostException(name);
        }
        return found.stream().map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
    }
}
