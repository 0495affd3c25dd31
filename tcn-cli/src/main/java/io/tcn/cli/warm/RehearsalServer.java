// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.warm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A server on loopback that gives an answer of the right shape to whatever is asked. With TLS, if the JDK's keytool
/// makes it a certificate.
final class RehearsalServer implements AutoCloseable {
    private static final char[] PASSWORD = "rehearsal".toCharArray();
    private static final int KEYTOOL_SECONDS = 60;
    private static final String ALIAS = "own";
    private static final String ANSWER = """
            [{"id": "p", "user": "u", "source": "davs://a", "destination": "davs://b", "connections": 4,
              "throughputBps": 1.25e9, "movedBytes": 1234567, "resourceSet": "s", "boundShare": 0.4, "state": "ACTIVE",
              "at": "2026-01-01T00:00:00Z", "text": "t", "details": {"limitBps": 1e9}, "next": [], "warnings": ["w"]}]
            """;

    private final HttpServer server;
    private final Path folder;
    private final boolean secure;

    private RehearsalServer(HttpServer server, Path folder, boolean secure) {
        this.server = server;
        this.folder = folder;
        this.secure = secure;
    }

    static RehearsalServer start() throws IOException, GeneralSecurityException {
        Path folder = Files.createTempDirectory("tcn-rehearsal");
        KeyStore keys = keys(folder);
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server;
        if (keys == null) {
            server = HttpServer.create(loopback, 0);
        } else {
            HttpsServer withTls = HttpsServer.create(loopback, 0);
            withTls.setHttpsConfigurator(new HttpsConfigurator(context(keys)));
            server = withTls;
            Files.writeString(
                    folder.resolve("ca.pem"),
                    "-----BEGIN CERTIFICATE-----\n"
                            + Base64.getMimeEncoder(64, new byte[] {'\n'})
                                    .encodeToString(keys.getCertificate(ALIAS).getEncoded())
                            + "\n-----END CERTIFICATE-----\n");
        }
        server.createContext("/", RehearsalServer::answer);
        server.start();
        return new RehearsalServer(server, folder, keys != null);
    }

    /// The command with the address of this server behind it.
    String[] withAddress(String[] words) {
        String url = (secure ? "https" : "http") + "://localhost:"
                + server.getAddress().getPort();
        List<String> address =
                secure ? List.of("--url", url, "--ca", folder.resolve("ca.pem").toString()) : List.of("--url", url);
        String[] all = Arrays.copyOf(words, words.length + address.size());
        for (int i = 0; i < address.size(); i++) {
            all[words.length + i] = address.get(i);
        }
        return all;
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream in = exchange.getRequestBody()) {
            in.readAllBytes();
            String path = exchange.getRequestURI().getPath();
            boolean missing = path.endsWith("/0");
            boolean one =
                    path.endsWith("/why") || path.endsWith("/control") || "PUT".equals(exchange.getRequestMethod());
            String text = missing
                    ? "{\"status\": 404, \"detail\": \"there is no transfer 0\"}"
                    : one ? ANSWER.strip().substring(1, ANSWER.strip().length() - 1) : ANSWER;
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(missing ? 404 : 200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }

    /// A key with a certificate for localhost; null if this JVM comes without keytool.
    private static @Nullable KeyStore keys(Path folder) throws IOException, GeneralSecurityException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Path file = folder.resolve("server.p12");
        if (!Files.isExecutable(keytool)) {
            return null;
        }
        Process made = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!made.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS) || made.exitValue() != 0) {
                made.destroy();
                return null;
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        }
        return KeyStore.getInstance(file.toFile(), PASSWORD);
    }

    private static SSLContext context(KeyStore keys) throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        Files.deleteIfExists(folder.resolve("ca.pem"));
        Files.deleteIfExists(folder.resolve("server.p12"));
        Files.deleteIfExists(folder);
    }
}
