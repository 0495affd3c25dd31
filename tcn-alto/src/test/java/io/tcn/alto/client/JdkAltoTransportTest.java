// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport.Opened;
import io.tcn.alto.http.AltoTransport.StreamReceiver;
import io.tcn.alto.http.HttpFields;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JdkAltoTransportTest {
    private static final String JSON = "application/alto-networkmap+json";

    private final JdkAltoTransport patient = transport(Duration.ofSeconds(30));
    private final JdkAltoTransport hasty = transport(Duration.ofSeconds(1));

    private static JdkAltoTransport transport(Duration answer) {
        return new JdkAltoTransport(new AltoLimits(Duration.ofSeconds(10), answer, 100_000, 64 << 10, 5), null);
    }

    @AfterEach
    void dropConnections() {
        patient.close();
        hasty.close();
    }

    private static AltoAnswer get(JdkAltoTransport transport, URI uri) throws AltoException, InterruptedException {
        return new AltoHttp(
                        transport,
                        Credentials.of(new AltoAuth.None(), new Random(1)),
                        Set.of(),
                        Set.of(),
                        5,
                        InstantSource.system())
                .get(uri, JSON, null);
    }

    private static Kind failure(JdkAltoTransport transport, HostileServer.Script script) throws Exception {
        try (HostileServer server = HostileServer.start(script)) {
            return catchThrowableOfType(AltoException.class, () -> get(transport, server.uri("/")))
                    .kind();
        }
    }

    @Test
    void anAnswerComesWithStatusFieldsAndBodyByHttp11AndNothingCompressedIsAsked() throws Exception {
        try (HostileServer server = HostileServer.start(
                (_, out) -> HostileServer.send(out, HostileServer.response(200, JSON, "{\"a\":1}")))) {
            AltoAnswer answer = get(patient, server.uri("/x?y=z"));
            assertThat(answer.contentType()).isEqualTo(JSON);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("{\"a\":1}");
            String head = server.heads().take();
            assertThat(head).startsWith("GET /x?y=z HTTP/1.1\r\n");
            assertThat(head.toLowerCase(Locale.ROOT)).doesNotContain("accept-encoding", "upgrade");
        }
    }

    @Test
    void g08AServerThatNeverAnswersIsGivenUp() throws Exception {
        assertThat(failure(hasty, (_, _) -> new CountDownLatch(1).await(20, TimeUnit.SECONDS)))
                .isEqualTo(Kind.TIMEOUT);
    }

    @Test
    void g08AServerThatHangsInTheMiddleOfTheBodyIsGivenUp() throws Exception {
        assertThat(failure(hasty, (_, out) -> {
                    HostileServer.send(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");
                    new CountDownLatch(1).await(20, TimeUnit.SECONDS);
                }))
                .isEqualTo(Kind.TIMEOUT);
    }

    @Test
    void g08AServerThatDripsIsGivenUpThoughItSendsAllTheTime() throws Exception {
        assertThat(failure(hasty, (_, out) -> {
                    HostileServer.send(out, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
                    drip(out);
                }))
                .isEqualTo(Kind.TIMEOUT);
    }

    private static void drip(OutputStream out) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < 1000 && !never.await(20, TimeUnit.MILLISECONDS); i++) {
            HostileServer.send(out, " ");
        }
    }

    @Test
    void g08AnAnswerThatBreaksOffIsNoAnswer() throws Exception {
        assertThat(failure(
                        patient,
                        (_, out) -> HostileServer.send(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")))
                .isEqualTo(Kind.UNREACHABLE);
    }

    @Test
    void g08GarbageIsNoAnswer() throws Exception {
        assertThat(failure(patient, (_, out) -> HostileServer.send(out, "\u0000\u0001 what do you want\r\n\r\n")))
                .isEqualTo(Kind.UNREACHABLE);
        assertThat(failure(patient, (_, _) -> {})).isEqualTo(Kind.UNREACHABLE);
    }

    @Test
    void g08ABodyOverTheLimitIsRefusedWithoutReadingItAll() throws Exception {
        assertThat(failure(patient, (_, out) -> {
                    HostileServer.send(out, "HTTP/1.1 200 OK\r\n\r\n");
                    flood(out);
                }))
                .isEqualTo(Kind.TOO_LARGE);
    }

    private static void flood(OutputStream out) throws Exception {
        byte[] block = new byte[8192];
        for (int i = 0; i < 100_000; i++) {
            out.write(block);
        }
    }

    @Test
    void x05AnErrorPageIsReadUpToItsLimitWhateverItsSizeAndType() throws Exception {
        try (HostileServer server = HostileServer.start((_, out) -> {
            HostileServer.send(out, "HTTP/1.1 500 x\r\nContent-Type: text/html\r\n\r\n");
            flood(out);
        })) {
            AltoResponse response = patient.exchange(AltoRequest.get(server.uri("/"), HttpFields.NONE));
            assertThat(response.status()).isEqualTo(500);
            assertThat(response.body()).hasSize(64 << 10);
        }
        assertThat(failure(patient, (_, out) -> {
                    HostileServer.send(out, "HTTP/1.1 500 x\r\nContent-Type: text/html\r\n\r\n");
                    flood(out);
                }))
                .isEqualTo(Kind.STATUS);
    }

    @Test
    void aStreamIsHeardAsItComesAndItsEndIsTold() throws Exception {
        Heard heard = new Heard();
        try (HostileServer server = HostileServer.start((_, out) -> {
            HostileServer.send(out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n: one");
        })) {
            Opened opened = patient.open(post(server.uri("/updates")), heard);
            assertThat(opened).isInstanceOf(Opened.Stream.class);
            assertThat(heard.untilEnd()).startsWith(": one");
        }
    }

    @Test
    void aStreamOutlivesTheLimitOfAnswersAndEndsWhenWeCloseIt() throws Exception {
        Heard heard = new Heard();
        // Four seconds, which is more than the limit.
        HostileServer.Script ticking = (_, out) -> {
            HostileServer.send(out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
            for (int i = 0; i < 200; i++) {
                HostileServer.send(out, ": tick\n");
                new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
            }
            HostileServer.send(out, ": late\n");
            new CountDownLatch(1).await(60, TimeUnit.SECONDS);
        };
        try (JdkAltoTransport transport = transport(Duration.ofSeconds(3));
                HostileServer server = HostileServer.start(ticking)) {
            Opened opened = transport.open(post(server.uri("/updates")), heard);
            heard.until(": late");
            assertThat(opened).isInstanceOf(Opened.Stream.class);
            if (opened instanceof Opened.Stream(HttpFields fields, AutoCloseable stream) && fields != null) {
                stream.close();
            }
            assertThat(heard.untilEnd()).contains("tick");
        }
    }

    @Test
    void whatIsNoStreamIsAWholeAnswer() throws Exception {
        try (HostileServer server = HostileServer.start((_, out) ->
                HostileServer.send(out, HostileServer.response(400, "application/alto-error+json", "{}")))) {
            Opened opened = patient.open(post(server.uri("/updates")), new Heard());
            assertThat(opened)
                    .isInstanceOfSatisfying(
                            Opened.Refused.class,
                            refused -> assertThat(refused.response().status()).isEqualTo(400));
        }
    }

    private static AltoRequest post(URI uri) {
        return AltoRequest.post(uri, HttpFields.NONE, new byte[] {'{', '}'});
    }

    /// Remembers what a stream said.
    private static final class Heard implements StreamReceiver {
        private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();

        @Override
        public void bytes(byte[] next) {
            heard.add(new String(next, StandardCharsets.UTF_8));
        }

        @Override
        public void ended(String why) {
            heard.add("END " + why);
        }

        String untilEnd() throws InterruptedException {
            return until("END ");
        }

        String until(String part) throws InterruptedException {
            while (text.indexOf(part) < 0) {
                String next = heard.poll(20, TimeUnit.SECONDS);
                assertThat(next).as("more of the stream").isNotNull();
                text.append(next);
            }
            return text.toString();
        }
    }
}
