// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The real FTS commands (PyPI `fts3`), where the environment says where they are.
@Tag("it")
class FtsClientTest {
    @TempDir
    private Path folder = Path.of("");

    private String run(RunningServer server, int exitCode, String name, String... arguments)
            throws IOException, InterruptedException {
        Path pki = server.server().dataFolder().resolve("pki");
        List<String> command = new ArrayList<>(List.of(
                Path.of(clientFolder(), name).toString(),
                "-s",
                "https://localhost:" + server.server().port(),
                "--cert",
                pki.resolve("demo-user.pem").toString(),
                "--key",
                pki.resolve("demo-user.key").toString(),
                "--capath",
                pki.resolve("ca.pem").toString()));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(name + ": " + output).isEqualTo(exitCode);
        return output;
    }

    /// The id in what the client says about a submission.
    private static String id(String output) {
        Matcher id = Pattern.compile("[0-9a-f-]{36}").matcher(output);
        assertThat(id.find()).as(output).isTrue();
        return id.group();
    }

    private static String clientFolder() {
        String found = System.getenv("TCN_FTS_CLIENT");
        return found == null ? "" : found;
    }

    @Test
    void theCommandsWork() throws IOException, InterruptedException {
        assumeTrue(
                Files.isExecutable(Path.of(clientFolder(), "fts-rest-whoami")),
                "no FTS client: set TCN_FTS_CLIENT to the bin folder of a venv with fts3==3.14.2");
        try (RunningServer server = RunningServer.start(folder, Map.of());
                LoggedStorage from = LoggedStorage.start(folder.resolve("from"));
                LoggedStorage to = LoggedStorage.start(folder.resolve("to"))) {
            URI source = from.put("/in", 100_000);
            assertThat(run(server, 0, "fts-rest-whoami")).contains("/DC=tcn/OU=people/CN=Demo User");

            String job = id(run(
                    server,
                    0,
                    "fts-rest-transfer-submit",
                    "-o",
                    source.toString(),
                    to.url("/out").toString(),
                    LoggedStorage.checksum("/in", 100_000)));
            JsonNode end = server.awaitEnd(server.demo(), job);
            assertThat(end.path("job_state").stringValue()).as(end.toString()).isEqualTo("FINISHED");
            assertThat(run(server, 0, "fts-rest-transfer-status", job)).contains("FINISHED");
            assertThat(run(server, 0, "fts-rest-transfer-status", "-j", job)).contains("\"job_state\": \"FINISHED\"");
            assertThat(Files.readAllBytes(to.file("/out"))).isEqualTo(LoggedStorage.content("/in", 100_000));

            String open = id(run(
                    server,
                    0,
                    "fts-rest-transfer-submit",
                    "--retry",
                    "100",
                    "http://127.0.0.1:1/x",
                    to.url("/never").toString()));
            assertThat(run(server, 0, "fts-rest-transfer-list")).contains(open).doesNotContain(job);
            run(server, 0, "fts-rest-transfer-cancel", open);
            assertThat(run(server, 0, "fts-rest-transfer-status", open)).contains("CANCELED");
            assertThat(run(server, 1, "fts-rest-transfer-status", "no-such-job"))
                    .contains("no-such-job");
        }
    }
}
