// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.TestPki;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `tcn health` against a server at an address that its private certificate is not for, until it is told of it.
@Tag("it")
class HealthCommandTest {
    @TempDir
    static Path folder;

    private static TcnServer server;

    @BeforeAll
    static void start() throws IOException {
        server = start(List.of());
    }

    private static TcnServer start(List<String> names) throws IOException {
        TestPki.into(folder.resolve("data"));
        return TcnServer.start(folder.resolve("data"), 0, Map.of("server.address", "127.0.0.2"), names);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private record Said(int code, String out, String err) {}

    private static Said health(String... options) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        HealthCommand command = CommandLine.populateCommand(new HealthCommand(), options);
        int code = command.ask(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static String url() {
        return "https://127.0.0.2:" + server.port();
    }

    private static String empty() {
        return folder.resolve("empty").toString();
    }

    @Test
    void aCertificateOfNobodyKnownIsToldAndNotCalledNoAnswer() throws InterruptedException {
        Said said = health("--url", url(), "--data", empty());
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err()).contains("answers, but its certificate is not trusted", "--trust", "--data");
        assertThat(said.err()).doesNotContain("PKIX", "Exception");
    }

    @Test
    void aCertificateForAnotherNameIsTold() throws InterruptedException {
        String ca = server.pki().caCertificate().toString();
        Said said = health("--url", url(), "--data", empty(), "--trust", ca);
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err()).contains("not for the name 127.0.0.2", "--url", "--any-certificate");
    }

    @Test
    void aProbeOnTheSameMachineNeedsNoAuthorityAndNoName() throws InterruptedException {
        Said said = health("--url", url(), "--data", empty(), "--any-certificate");
        assertThat(said.err()).isEmpty();
        assertThat(said.code()).isZero();
        assertThat(said.out()).contains("\"status\":\"UP\"");
    }

    @Test
    void anotherMachineIsNotAskedWhateverItsCertificate() throws InterruptedException {
        Said said = health("--url", "https://192.0.2.1:8446", "--any-certificate");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("this machine only");
    }

    @Test
    void whoDoesNotListenDoesNotAnswer() throws InterruptedException {
        Said said = health("--url", "https://127.0.0.3:1", "--data", empty());
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err()).contains("does not answer", "nobody listens");
    }

    @Test
    void aFurtherNameIsAddedToThePrivateCertificateAndItsKeyAndAuthorityStay()
            throws InterruptedException, IOException {
        server.close();
        server = start(List.of("127.0.0.2", "tcn.example.org"));
        Said said = health("--url", url(), "--data", server.dataFolder().toString());
        assertThat(said.err()).isEmpty();
        assertThat(said.code()).isZero();
        server.close();
        server = start(List.of());
        assertThat(health("--url", url(), "--data", server.dataFolder().toString())
                        .code())
                .as("what was added stays")
                .isZero();
        // The other tests want the first certificate.
        server.close();
        folder.resolve("data/pki/server.pem").toFile().delete();
        server = start(List.of());
    }
}
