// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Certificates, proxies and authorities, against a server that asks for a certificate. They are made by openssl.
class TlsTest extends CliTest {
    @TempDir
    static Path pki = Path.of("");

    private static @Nullable HttpsServer tls;
    private static final List<String> SEEN = new ArrayList<>();

    @BeforeAll
    static void startTls() throws Exception {
        Assumptions.assumeTrue(isThere(), "openssl is not there");
        openssl("req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=ca -days 2");
        openssl("req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost");
        Files.writeString(pki.resolve("san"), "subjectAltName=DNS:localhost");
        sign("server", "ca", "-extfile san");
        openssl("pkcs12 -export -in server.pem -inkey server.key -out server.p12 -passout pass:secret");
        user("rsa", "-newkey rsa:2048");
        user("ec", "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1");
        openssl("rsa -in rsa.key -traditional -out pkcs1.key");
        openssl("ec -in ec.key -out sec1.key");
        openssl("req -newkey rsa:2048 -nodes -keyout proxy.key -out proxy.csr -subj /CN=rsa/CN=proxy");
        sign("proxy", "rsa", "");
        openssl("rsa -in proxy.key -traditional -out proxy1.key");
        Files.writeString(
                pki.resolve("x509up"),
                Files.readString(pki.resolve("proxy.pem"))
                        + Files.readString(pki.resolve("proxy1.key"))
                        + Files.readString(pki.resolve("rsa.pem")));
        Files.createDirectory(pki.resolve("certificates"));
        Files.copy(pki.resolve("ca.pem"), pki.resolve("certificates/0a1b2c3d.0"));
        Files.writeString(pki.resolve("certificates/0a1b2c3d.signing_policy"), "# not a certificate");
        openssl("rsa -aes128 -passout pass:secret -in rsa.key -out locked.key");
        serve();
    }

    private static boolean isThere() throws InterruptedException {
        try {
            return new ProcessBuilder("openssl", "version").start().waitFor() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    private static void user(String name, String how) throws Exception {
        openssl("req " + how + " -nodes -keyout " + name + ".key -out " + name + ".csr -subj /CN=" + name);
        sign(name, "ca", "");
    }

    private static void sign(String name, String by, String options) throws Exception {
        openssl("x509 -req -in " + name + ".csr -CA " + by + ".pem -CAkey " + by + ".key -set_serial 7 -days 2 -out "
                + name + ".pem " + options);
    }

    private static void openssl(String words) throws Exception {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(words.strip().split(" ")));
        Process process = new ProcessBuilder(command)
                .directory(pki.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0)
                .as(words + ": " + said)
                .isTrue();
    }

    private static void serve() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(pki.resolve("server.p12").toFile(), "secret".toCharArray());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, "secret".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), new TrustManager[] {new Everybody()}, null);
        HttpsServer made = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        made.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = context.getDefaultSSLParameters();
                wanted.setWantClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        made.createContext("/", exchange -> {
            synchronized (SEEN) {
                SEEN.add(
                        exchange.getRequestHeaders().getFirst("Authorization") == null
                                ? name((HttpsExchange) exchange)
                                : exchange.getRequestHeaders().getFirst("Authorization"));
            }
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("[]".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        made.start();
        tls = made;
    }

    private static String name(HttpsExchange exchange) {
        try {
            return ((X509Certificate) exchange.getSSLSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        } catch (javax.net.ssl.SSLPeerUnverifiedException nobody) {
            return "nobody";
        }
    }

    @AfterAll
    static void stopTls() {
        if (tls != null) {
            tls.stop(0);
        }
    }

    private static int port() {
        return tls == null ? 0 : tls.getAddress().getPort();
    }

    @BeforeEach
    void addressOfTls() {
        variables.put("TCN_URL", "https://localhost:" + port());
        variables.put("TCN_CA", pki.resolve("ca.pem").toString());
        SEEN.clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa rsa.key", "rsa pkcs1.key", "ec ec.key", "ec sec1.key"})
    void certificateWithAnyFormOfKey(String files) {
        String name = files.split(" ", 2)[0];
        String key = files.split(" ", 2)[1];
        variables.put("X509_USER_CERT", pki.resolve(name + ".pem").toString());
        variables.put("X509_USER_KEY", pki.resolve(key).toString());
        assertThat(run("user", "list")).as(() -> err).isZero();
        assertThat(SEEN).containsExactly("CN=" + name);
    }

    @Test
    void proxyIsOneFileAndShownThoughNoAuthoritySignedIt() {
        variables.put("X509_USER_PROXY", pki.resolve("x509up").toString());
        assertThat(run("user", "list")).as(() -> err).isZero();
        assertThat(SEEN.getFirst()).contains("CN=proxy");
    }

    @Test
    void tokenIsShownWithoutACertificate() throws IOException {
        Files.writeString(folder.resolve("token"), "abc\n");
        assertThat(run("user", "list", "--token-file", "token")).isZero();
        assertThat(SEEN).containsExactly("Bearer abc");
    }

    @Test
    void folderOfAuthoritiesIsTrusted() {
        assertThat(run("user", "list", "--ca", pki.resolve("certificates").toString()))
                .isZero();
    }

    @Test
    void strangerIsNotTrusted() {
        assertThat(run("user", "list", "--ca", pki.resolve("rsa.pem").toString()))
                .isEqualTo(1);
        assertThat(err.toLowerCase(Locale.ROOT))
                .contains("not signed by an authority")
                .contains("--ca");
    }

    @Test
    void nameOfTheCertificateCounts() {
        variables.put("TCN_URL", "https://127.0.0.1:" + port());
        assertThat(run("user", "list")).isEqualTo(1);
        assertThat(err).contains("is not for the name 127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none.pem", "ca.key", "locked.key"})
    void unusableFilesAreNamed(String file) {
        String path = pki.resolve(file).toString();
        assertThat(run(
                        "user",
                        "list",
                        "--cert",
                        "locked.key".equals(file) ? pki.resolve("rsa.pem").toString() : path,
                        "--key",
                        path))
                .isEqualTo(1);
        assertThat(err).contains(file).hasLineCount(1);
    }

    @Test
    void contextKeepsAllThatIsNeeded() {
        String url = String.valueOf(variables.remove("TCN_URL"));
        variables.remove("TCN_CA");
        assertThat(run(
                        "context",
                        "add",
                        "t",
                        "--url",
                        url,
                        "--ca",
                        pki.resolve("ca.pem").toString(),
                        "--cert",
                        pki.resolve("rsa.pem").toString(),
                        "--key",
                        pki.resolve("rsa.key").toString()))
                .isZero();
        assertThat(run("user", "list")).as(() -> err).isZero();
        assertThat(SEEN).containsExactly("CN=rsa");
    }

    /// Trusts every client: the tests look at what was shown.
    private static final class Everybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {
            // whoever comes
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            throw new UnsupportedOperationException("this is a server");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
