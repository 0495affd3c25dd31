// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.credential.VaultKey;
import io.tcn.api.harness.TestPki;
import io.tcn.api.security.ClientTls;
import io.tcn.api.security.Pki;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `tcn keys` on a data folder, ahead of its first start.
class KeysCommandTest {
    @TempDir
    Path folder;

    private Path data;
    private Path out;

    @BeforeEach
    void aPrivateAuthority() throws IOException {
        data = folder.resolve("data");
        out = folder.resolve("monitoring");
        TestPki.into(data);
    }

    private record Said(int code, String out, String err) {}

    private static Said keys(Object... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        KeysCommand command = CommandLine.populateCommand(
                new KeysCommand(), Arrays.stream(options).map(Object::toString).toArray(String[]::new));
        int code = command.make(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void theServersNamesAndTheKeyOfTheVaultAreMadeOnce() throws Exception {
        Said first = keys("--data", data, "--host-name", "tcn-1,tcn-2");
        assertThat(first).isEqualTo(new Said(0, first.out(), ""));
        assertThat(first.out()).contains("Made the key of the vault");
        byte[] vault = Files.readAllBytes(data.resolve("pki/vault.key"));
        X509Certificate server = Pki.read(data.resolve("pki/server.pem"));
        assertThat(server.getSubjectAlternativeNames().toString()).contains("tcn-1", "tcn-2", "localhost");

        Said second = keys("--data", data, "--host-name", "tcn-1,tcn-2");
        assertThat(second.out()).startsWith("Certificates are in ").doesNotContain("Made");
        assertThat(Files.readAllBytes(data.resolve("pki/vault.key"))).isEqualTo(vault);
        assertThat(Pki.read(data.resolve("pki/server.pem"))).isEqualTo(server);
        assertThat(VaultKey.createIfMissing(data)).isFalse();
    }

    @Test
    void aClientGetsACertificateThatItsOwnerAloneCanUse() throws IOException, GeneralSecurityException {
        assertThat(keys("--data", data, "--client", "prometheus", "--out", out).code())
                .isZero();
        X509Certificate client = Pki.read(out.resolve("prometheus.pem"));
        client.verify(Pki.read(data.resolve("pki/ca.pem")).getPublicKey());
        assertThat(client.getSubjectX500Principal().getName()).contains("CN=prometheus,OU=clients,DC=tcn");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out.resolve("prometheus.key"))))
                .isEqualTo("rw-------");
        // certificate and key belong together
        assertThat(ClientTls.of(out.resolve("ca.pem"), out.resolve("prometheus.pem"), out.resolve("prometheus.key")))
                .isNotNull();

        Said again = keys("--data", data, "--client", "prometheus", "--out", out);
        assertThat(again.out()).contains("There is a certificate for prometheus");
        assertThat(Pki.read(out.resolve("prometheus.pem"))).isEqualTo(client);
    }

    @Test
    void aCertificateThatEndsSoonOrIsOfAnotherAuthorityIsMadeAnew() throws IOException {
        Pki pki = new Pki(data);
        Instant longAgo = Instant.now().minus(Duration.ofDays(300));
        assertThat(pki.createClient("old", out, longAgo)).isTrue();
        X509Certificate old = Pki.read(out.resolve("old.pem"));
        assertThat(keys("--data", data, "--client", "old", "--out", out).out()).contains("Made a certificate for old");
        assertThat(Pki.read(out.resolve("old.pem")).getNotAfter()).isAfter(old.getNotAfter());

        Path other = folder.resolve("other");
        TestPki.into(other);
        assertThat(keys("--data", other, "--client", "old", "--out", out).out()).contains("Made a certificate for old");
    }

    @Test
    void whatMakesNoSenseIsSaid() throws IOException {
        assertThat(keys("--data", data, "--client", "prometheus").err()).contains("--client NAME and --out DIR");
        Said name = keys("--data", data, "--client", "../ca", "--out", out);
        assertThat(name.code()).isEqualTo(2);
        assertThat(name.err()).contains("letters, digits", "'../ca'");
        Files.delete(data.resolve("pki/ca.key"));
        Said none = keys("--data", data, "--client", "prometheus", "--out", out);
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("there is no private authority in ");
        Files.writeString(data.resolve("pki/vault.key"), "no key");
        assertThat(keys("--data", data).err()).contains("vault");
    }
}
