// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SocketTest {
    private final FaultyServer server =
            new FaultyServer(ExampleNetwork.plain(), AltoServerSettings.DEFAULT, new Random(7));
    private final FakeTimer timer = new FakeTimer();
    private final List<AltoHttpServer> started = new ArrayList<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /// Runs nothing by itself.
    private static final class FakeTimer implements KeepAliveTimer {
        private @Nullable Duration period;
        private Runnable task = () -> {};
        private boolean closed;

        @Override
        public AutoCloseable every(Duration every, Runnable what) {
            period = every;
            task = what;
            return () -> closed = true;
        }
    }

    private static final class FakeTime implements TimeSource {
        private long nanos;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    }

    @AfterEach
    void stop() {
        started.forEach(AltoHttpServer::close);
        client.shutdownNow();
    }

    private URI start(@Nullable SSLContext tls, @Nullable HttpAuthentication authentication) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        AltoHttpServer http =
                AltoHttpServer.start(server, new AltoHttpServerSettings(address, tls, authentication), timer);
        started.add(http);
        return http.directory();
    }

    private HttpResponse<String> get(URI uri, String... fields) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(URI uri, String type, byte[] body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri)
                        .timeout(Duration.ofSeconds(30))
                        .header("Content-Type", type)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void allServicesAnswerOverASocket() throws Exception {
        URI directory = start(null, null);
        JsonNode resources = new JsonMapper().readTree(get(directory).body()).get("resources");
        assertThat(get(directory.resolve(resources.get("netmap").get("uri").asString()))
                        .body())
                .contains("pid-cern");
        HttpResponse<String> paths = post(
                directory.resolve(resources.get("ecs-pv").get("uri").asString()),
                "application/alto-endpointcostparams+json",
                Asking.json("{" + PathVectorTest.TYPE
                        + ", 'endpoints': {'srcs': ['ipv4:192.0.2.10'], 'dsts': ['ipv4:192.0.2.70']}}"));
        assertThat(paths.statusCode()).isEqualTo(200);
        assertThat(Asking.parts(paths.headers().firstValue("Content-Type").orElse(""), paths.body(), "\r\n"))
                .hasSize(2);
        String etag = get(directory).headers().firstValue("ETag").orElse("");
        HttpResponse<String> again = get(directory, "If-None-Match", etag);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(get(directory.resolve("/elsewhere")).statusCode()).isEqualTo(404);
        HttpRequest head = HttpRequest.newBuilder(directory).HEAD().build();
        assertThat(client.send(head, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(405);
    }

    @Test
    void theCallerIsWhereTheConnectionComesFrom() throws Exception {
        URI directory = start(null, null);
        HttpResponse<String> answer = post(
                directory.resolve("endpointcost"),
                "application/alto-endpointcostparams+json",
                Asking.json("{'cost-type': {'cost-metric': 'hopcount', 'cost-mode': 'numerical'},"
                        + " 'endpoints': {'dsts': ['ipv4:192.0.2.70']}}"));
        assertThat(answer.statusCode()).isEqualTo(200);
    }

    @Test
    void aBodyOfMoreThanFourMebibytesIsRefused() throws Exception {
        URI directory = start(null, null);
        HttpResponse<String> refused = post(
                directory.resolve("anes/filtered"), "application/alto-propmapparams+json", new byte[(4 << 20) + 1]);
        assertThat(refused.statusCode()).isEqualTo(413);
    }

    @Test
    void x04TooManyRequestsAtOnceMustWait() throws Exception {
        URI directory = start(null, null);
        try (AutoCloseable _ = server.faults().hold("netmap")) {
            // 16 places: of 17 requests one finds none, and only that one is answered.
            List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
            for (int i = 0; i < 17; i++) {
                asked.add(client.sendAsync(
                        HttpRequest.newBuilder(directory.resolve("networkmap")).build(),
                        HttpResponse.BodyHandlers.ofString()));
            }
            CompletableFuture.anyOf(asked.toArray(new CompletableFuture<?>[0])).get(30, TimeUnit.SECONDS);
            HttpResponse<String> busy = asked.stream()
                    .filter(CompletableFuture::isDone)
                    .findFirst()
                    .orElseThrow()
                    .join();
            assertThat(busy.statusCode()).isEqualTo(503);
            assertThat(busy.headers().firstValue("Retry-After")).hasValue("1");
        }
    }

    @Test
    void g01TheServerSpeaksTls() throws Exception {
        TestTls tls = TestTls.make();
        URI directory = start(tls.server(), null);
        assertThat(directory.getScheme()).isEqualTo("https");
        try (HttpClient trusting =
                HttpClient.newBuilder().sslContext(tls.client()).build()) {
            HttpResponse<String> answer = trusting.send(
                    HttpRequest.newBuilder(directory)
                            .timeout(Duration.ofSeconds(30))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).contains("cm-routing");
        }
        assertThatIOException().isThrownBy(() -> get(directory));
    }

    @Test
    void v14OtherMachinesNeedTlsAndAuthentication() throws Exception {
        SSLContext tls = SSLContext.getDefault();
        HttpAuthentication guard = new BearerAuthentication("r", "t"::equals);
        InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AltoHttpServerSettings(everywhere, null, guard))
                .withMessageContaining("needs TLS and authentication");
        assertThatIllegalArgumentException().isThrownBy(() -> new AltoHttpServerSettings(everywhere, tls, null));
        assertThat(new AltoHttpServerSettings(everywhere, tls, guard).address()).isEqualTo(everywhere);
    }

    @Test
    void g02DigestProvesThePasswordOncePerCount() throws Exception {
        FakeTime time = new FakeTime();
        URI directory = start(
                null,
                new DigestAuthentication(
                        "tcn",
                        user -> user.equals("ann") ? Optional.of("s:cret") : Optional.empty(),
                        time,
                        new Random(3)));
        HttpResponse<String> asked = get(directory);
        assertThat(asked.statusCode()).isEqualTo(401);
        List<String> challenges = asked.headers().allValues("WWW-Authenticate");
        assertThat(challenges)
                .hasSize(2)
                .allMatch(challenge -> challenge.startsWith("Digest realm=\"tcn\", qop=\"auth\""));
        assertThat(challenges.getFirst()).contains("algorithm=SHA-256");
        for (String algorithm : List.of("SHA-256", "MD5")) {
            String nonce = get(directory)
                    .headers()
                    .firstValue("WWW-Authenticate")
                    .orElse("")
                    .replaceFirst(".*nonce=\"([0-9a-f]+)\".*", "$1");
            String good = proof(directory, algorithm, nonce, "00000001", "ann", "s:cret");
            assertThat(get(directory, "Authorization", good).statusCode()).isEqualTo(200);
            assertThat(get(directory, "Authorization", good).statusCode())
                    .as("sent again")
                    .isEqualTo(401);
            assertThat(status(directory, proof(directory, algorithm, nonce, "00000002", "ann", "s:cret")))
                    .isEqualTo(200);
            assertThat(status(directory, proof(directory, algorithm, nonce, "00000003", "ann", "wrong")))
                    .isEqualTo(401);
            assertThat(status(directory, proof(directory, algorithm, nonce, "00000003", "bob", "s:cret")))
                    .isEqualTo(401);
            assertThat(status(
                            directory, proof(directory.resolve("anes"), algorithm, nonce, "00000003", "ann", "s:cret")))
                    .isEqualTo(401);
            assertThat(status(directory, proof(directory, algorithm, "00", "00000003", "ann", "s:cret")))
                    .isEqualTo(401);
            time.nanos += Duration.ofMinutes(6).toNanos();
            assertThat(status(directory, proof(directory, algorithm, nonce, "00000004", "ann", "s:cret")))
                    .isEqualTo(401);
        }
    }

    private int status(URI uri, String authorization) throws IOException, InterruptedException {
        return get(uri, "Authorization", authorization).statusCode();
    }

    private static String proof(URI uri, String algorithm, String nonce, String count, String user, String password)
            throws Exception {
        String who = hash(algorithm, user + ":tcn:" + password);
        String what = hash(algorithm, "GET:" + uri.getPath());
        String response = hash(algorithm, who + ":" + nonce + ":" + count + ":c0ffee:auth:" + what);
        return "Digest username=\"" + user + "\", realm=\"tcn\", nonce=\"" + nonce + "\", uri=\"" + uri.getPath()
                + "\", algorithm=" + algorithm + ", qop=auth, nc=" + count + ", cnonce=\"c0ffee\", response=\""
                + response + "\"";
    }

    private static String hash(String algorithm, String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void basicAndBearerAreKnownToo() throws Exception {
        URI basic = start(null, new BasicAuthentication("tcn", (user, password) -> (user + password).equals("annx:y")));
        String pair = Base64.getEncoder().encodeToString("ann:x:y".getBytes(StandardCharsets.UTF_8));
        assertThat(status(basic, "Basic " + pair)).isEqualTo(200);
        assertThat(status(basic, "Basic eDp5")).isEqualTo(401);
        assertThat(status(basic, "Basic !")).isEqualTo(401);
        assertThat(get(basic).headers().firstValue("WWW-Authenticate"))
                .hasValue("Basic realm=\"tcn\", charset=\"UTF-8\"");
        URI bearer = start(null, new BearerAuthentication("tcn", "good"::equals));
        assertThat(status(bearer, "Bearer good")).isEqualTo(200);
        assertThat(status(bearer, "Bearer bad")).isEqualTo(401);
        assertThat(get(bearer).headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"tcn\"");
    }

    @Test
    void u11AStreamSpeaksAtOnceHearsChangesAndIsKeptAlive() throws Exception {
        URI directory = start(null, null);
        assertThat(timer.period).isEqualTo(Duration.ofSeconds(15));
        HttpRequest request = HttpRequest.newBuilder(directory.resolve("updates"))
                .header("Content-Type", "application/alto-updatestreamparams+json")
                .header("Accept", "text/event-stream,application/alto-error+json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(Asking.json("{'add': {'el': {'resource-id': 'anes'}}}")))
                .build();
        HttpResponse<InputStream> stream = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(stream.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        StreamListener listener = new StreamListener();
        BlockingQueue<Integer> pieces = new LinkedBlockingQueue<>();
        Thread reader = Thread.ofVirtual().start(() -> read(stream.body(), listener, pieces));
        await(pieces, () -> listener.state.containsKey("el"));
        server.update(ExampleNetwork.withCapacity("link:an:ams>nyc", 8e10));
        JsonNode now = new JsonMapper().readTree(get(directory.resolve("anes")).body());
        await(pieces, () -> now.equals(listener.state.get("el")));
        timer.task.run();
        await(pieces, () -> listener.comments == 1);
        String control =
                listener.state.getOrDefault("", now).path("control-uri").asString();
        HttpResponse<String> closed = post(
                directory.resolve(control), "application/alto-updatestreamparams+json", Asking.json("{'remove': []}"));
        assertThat(closed.statusCode()).isEqualTo(204);
        await(pieces, () -> listener.ending().isPresent());
        reader.join();
        started.getFirst().close();
        assertThat(timer.closed).isTrue();
    }

    private static void read(InputStream in, StreamListener listener, BlockingQueue<Integer> pieces) {
        byte[] buffer = new byte[65536];
        try {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                byte[] piece = Arrays.copyOf(buffer, n);
                listener.bytes(piece);
                pieces.add(n);
            }
            listener.ended("end");
        } catch (IOException broken) {
            listener.ended("broken");
        }
        pieces.add(0);
    }

    /// Looks again after each piece of the stream.
    private static void await(BlockingQueue<Integer> pieces, BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            assertThat(pieces.poll(30, TimeUnit.SECONDS))
                    .as("the stream says no more")
                    .isNotNull();
        }
    }
}
