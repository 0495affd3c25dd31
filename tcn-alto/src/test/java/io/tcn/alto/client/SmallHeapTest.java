// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A server that sends without end is given up before it has filled a small heap, and is said to.
class SmallHeapTest {
    private static final String TYPE = "application/alto-directory+json";

    /// A client in a JVM of its own.
    static final class Client {
        private Client() {}

        static void main(String[] arguments) throws InterruptedException {
            AltoClientSettings settings = AltoClientSettings.of("net", URI.create(arguments[0]));
            try (JdkAltoTransport transport = new JdkAltoTransport(settings.limits(), null)) {
                new AltoClient(settings, transport, InstantSource.system(), new Random(1)).directory();
                System.out.println("answered");
            } catch (AltoException told) {
                System.out.println(told.kind() + " " + told.getMessage());
            }
        }
    }

    private static String ask(HostileServer server) throws Exception {
        Process client = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Client.class.getName(),
                        server.uri("/").toString())
                .redirectErrorStream(true)
                .start();
        try {
            String told = new String(client.getInputStream().readAllBytes(), UTF_8);
            assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return told.strip();
        } finally {
            client.destroyForcibly();
        }
    }

    @Test
    void aBodyWithoutEnd() throws Exception {
        try (HostileServer server = HostileServer.start((_, out) -> {
            HostileServer.send(out, "HTTP/1.1 200 OK\r\nContent-Type: " + TYPE + "\r\n\r\n");
            String block = " ".repeat(1 << 16);
            for (int i = 0; i < 16 << 10; i++) {
                HostileServer.send(out, block);
            }
        })) {
            // 64 MiB / 16
            assertThat(ask(server))
                    .startsWith("TOO_LARGE")
                    .contains("the answer has more than 4194304 bytes", "this small heap");
        }
    }

    /// As large as is allowed, and the most objects that it can be.
    @ParameterizedTest
    @ValueSource(strings = {"{},", "[],", "\"\","})
    void aBodyThatGrowsWhenItIsRead(String element) throws Exception {
        String body = "{\"resources\": [" + element.repeat((4_000_000 - 100) / element.length()) + "0]}";
        try (HostileServer server =
                HostileServer.start((_, out) -> HostileServer.send(out, HostileServer.response(200, TYPE, body)))) {
            assertThat(ask(server)).startsWith("INVALID");
        }
    }
}
