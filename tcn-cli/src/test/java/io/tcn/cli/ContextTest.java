// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/// Contexts: kept for their owner only, and found in the right order.
class ContextTest extends CliTest {
    private Path file() {
        return folder.resolve(".config/tcn/contexts.yaml");
    }

    @Test
    void contextIsUsedWithoutAnyOption() {
        String url = String.valueOf(variables.remove("TCN_URL"));
        assertThat(run("user", "list")).isEqualTo(2);
        assertThat(err).contains("no server is named: add one with \"tcn context add");
        assertThat(run("context", "add", "here", "--url", url)).isZero();
        answer("GET /users", 200, "[]");
        assertThat(run("user", "list")).isZero();
        assertThat(err).contains("there are no users");
    }

    @Test
    void onlyTheOwnerMayReadTheFile() throws IOException {
        run("context", "add", "a", "--url", "https://a.example.org:8446");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(file().getParent()).isDirectoryContaining(path -> path.equals(file()));
        try (var files = Files.list(file().getParent())) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void configurationFolderIsHonoured() {
        variables.put("XDG_CONFIG_HOME", folder.resolve("conf").toString());
        run("context", "add", "a", "--url", "a.example.org");
        assertThat(folder.resolve("conf/tcn/contexts.yaml")).exists();
        run("context", "show");
        assertThat(out).contains("https://a.example.org");
    }

    @Test
    void contextsAreListedChangedAndForgotten() {
        run("context", "add", "a", "--url", "https://a.example.org", "--cert", "proxy.pem", "--ca", "ca.pem");
        assertThat(err).contains("proxy.pem is not there yet");
        run("context", "add", "b", "--url", "https://b.example.org:8446", "--token-file", "token");
        run("context", "list");
        assertThat(out.lines().skip(1))
                .first()
                .asString()
                .startsWith("*  a")
                .contains("certificate " + folder.resolve("proxy.pem"));
        assertThat(run("context", "use", "c")).isEqualTo(2);
        assertThat(err).contains("there are: a, b");
        assertThat(run("context", "use", "b")).isZero();
        assertThat(run("context", "remove", "a")).isZero();
        run("context", "list", "--json");
        assertThat(out).contains("\"current\" : true").doesNotContain("a.example.org");
    }

    @Test
    void brokenFileIsNamed() throws IOException {
        Files.createDirectories(file().getParent());
        for (String broken : new String[] {"contexts: [", "- a", "contexts: [{name: x}]"}) {
            Files.writeString(file(), broken);
            assertThat(run("context", "list")).isEqualTo(1);
            assertThat(err).contains("contexts.yaml cannot be read").hasLineCount(1);
        }
        Files.writeString(file(), "");
        assertThat(run("context", "list")).isZero();
    }

    @Test
    void contradictionsAreRefused() {
        assertThat(run("context", "add", "a", "--url", "u", "--cert", "c", "--token-file", "t"))
                .isEqualTo(2);
        assertThat(run("context", "add", "../a", "--url", "u")).isEqualTo(2);
        assertThat(run("context", "add", "a", "--url", "https://user:secret@h")).isEqualTo(2);
        assertThat(file()).doesNotExist();
    }

    @Test
    void credentialOfAContextIsNotShownToAnotherServer() throws IOException {
        Files.writeString(folder.resolve("token"), "secret");
        run("context", "add", "a", "--url", "https://a.example.org", "--token-file", "token");
        answer("GET /users", 401, "{}");
        assertThat(run("user", "list")).isEqualTo(5); // TCN_URL names another server
        assertThat(err).contains("neither a certificate nor a token");
    }
}
