// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.server.BearerAuthentication;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthenticationTest {
    @TempDir
    private Path folder;

    private final Terminal terminal = new Terminal();

    private String secret(String text) throws Exception {
        return Files.writeString(folder.resolve("secret"), text + "\n").toString();
    }

    private static RunningServer withPassword() throws Exception {
        return new RunningServer(new PasswordAuthentication("me", "good", new MachineTime(), new Random(3)));
    }

    @Test
    void withoutCredentialsTheCommandSaysHowToGiveThem() throws Exception {
        try (RunningServer running = withPassword()) {
            assertThat(terminal.run("ird", running.url())).isEqualTo(1);
        }
        assertThat(terminal.err()).contains("401", "--user and --password-file").hasLineCount(1);
    }

    @Test
    void aPasswordIsSentOrProved() throws Exception {
        try (RunningServer running = withPassword()) {
            assertThat(terminal.run("ird", running.url(), "--user", "me", "--password-file", secret("good")))
                    .as(terminal.err())
                    .isZero();
            assertThat(terminal.run(
                            "map", running.url(), "--user", "me", "--password-file", secret("good"), "--digest"))
                    .as(terminal.err())
                    .isZero();
            assertThat(terminal.run("ird", running.url(), "--user", "me", "--password-file", secret("bad")))
                    .isEqualTo(1);
        }
        assertThat(terminal.out() + terminal.err()).doesNotContain("good", "bad");
    }

    @Test
    void aTokenIsSent() throws Exception {
        try (RunningServer running = new RunningServer(new BearerAuthentication("x", "t0ken"::equals))) {
            assertThat(terminal.run("ird", running.url(), "--token-file", secret("t0ken")))
                    .as(terminal.err())
                    .isZero();
        }
    }

    @Test
    void theCheckSaysWhoWeAreAndSeesTheChallenge() throws Exception {
        try (RunningServer running = withPassword()) {
            int code =
                    terminal.run("check", running.url(), "--user", "me", "--password-file", secret("good"), "--digest");

            assertThat(code).as(terminal.out() + terminal.err()).isZero();
        }
        assertThat(terminal.out()).containsPattern("G02 +PASS .*Digest").contains("0 FAIL");
    }
}
