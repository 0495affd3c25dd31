// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeTlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path folder;

    private final Terminal terminal = new Terminal();

    private Path pem(String name, String what, byte[] content) throws Exception {
        String text = "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + what
                + "-----\n";
        return Files.writeString(folder.resolve(name), text);
    }

    /// A key and a certificate for 127.0.0.1, made by the JDK's own tool.
    private KeyStore selfSigned() throws Exception {
        Path file = folder.resolve("keys.p12");
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=server",
                        "-ext",
                        "SAN=IP:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(tool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    @Test
    void g01OverTlsWithAPasswordTheServerPassesAllChecksForThoseWhoTrustIt() throws Exception {
        KeyStore store = selfSigned();
        Path certificate =
                pem("cert.pem", "CERTIFICATE", store.getCertificate("server").getEncoded());
        Path key = pem(
                "key.pem",
                "PRIVATE KEY",
                store.getKey("server", PASSWORD.toCharArray()).getEncoded());
        Path secret = Files.writeString(folder.resolve("secret"), "good\n");
        Terminal.Background serve = terminal.start(
                "serve",
                "--port",
                "0",
                "--tls-cert",
                certificate.toString(),
                "--tls-key",
                key.toString(),
                "--user",
                "me",
                "--password-file",
                secret.toString());
        String url = terminal.await("directory: ").substring("directory: ".length());
        assertThat(url).startsWith("https://127.0.0.1:");

        Terminal trusting = new Terminal();
        int code = trusting.run(
                "check",
                url,
                "--trust",
                certificate.toString(),
                "--user",
                "me",
                "--password-file",
                secret.toString(),
                "--digest");
        assertThat(code).as(trusting.out() + trusting.err()).isZero();
        assertThat(trusting.out()).containsPattern("G01 +PASS").containsPattern("G02 +PASS");

        Terminal wary = new Terminal();
        assertThat(wary.run("ird", url)).isEqualTo(1);
        assertThat(wary.err()).contains("see --trust").hasLineCount(1);
        assertThat(serve.stop()).isZero();
    }
}
