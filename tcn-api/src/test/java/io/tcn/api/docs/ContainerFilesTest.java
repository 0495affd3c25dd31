// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.cli.TcnCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The files for containers say the same as the commands and as each other. `tools/check-image` builds the image.
class ContainerFilesTest {
    private static final List<String> PROBE = List.of("CMD", "tcn", "health", "--any-certificate");

    private final String compose = read("docker/compose.yaml");
    private final String example = read("docker/.env.example");
    /// The service of the server.
    private final String server = compose.substring(compose.indexOf("\n  tcn:"), compose.indexOf("\n  postgres:"));

    private static String read(String file) {
        try {
            return Files.readString(Path.of("..").resolve(file));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    @Test
    void theProbeOfImageAndComposeIsACommandThatNeedsNoAuthority() {
        String probe = "[\"" + String.join("\", \"", PROBE) + "\"]";
        assertThat(server).contains("test: " + probe);
        assertThat(read("docker/Dockerfile").replaceAll("\\s+", " "))
                .containsPattern("HEALTHCHECK [^\\[]* CMD \\[\"tcn\", \"health\", \"--any-certificate\"]");
        new CommandLine(new TcnCommand())
                .parseArgs(PROBE.subList(2, PROBE.size()).toArray(String[]::new));
    }

    @Test
    void thereIsNoPasswordButTheOneThatIsChosen() {
        assertThat(matches("PASSWORD: (.*)", compose))
                .hasSize(2)
                .containsOnly("${TCN_DB_PASSWORD:?choose a password in .env}");
        assertThat(matches("(?m)^TCN_DB_PASSWORD=(.*)$", example)).containsExactly("");
    }

    @Test
    void theExampleNamesEachVariableThatComposeReadsAndNoOther() {
        assertThat(new TreeSet<>(matches("\\$\\{([A-Z_]+)", compose)))
                .contains("TCN_KAFKA", "TCN_TAG", "TCN_MEMORY", "TCN_CERTIFICATES", "TCN_HOST_NAMES")
                .isEqualTo(new TreeSet<>(matches("(?m)^#?([A-Z_]+)=", example)));
    }

    @Test
    void theServersMemoryIsLimitedAndItsCertificatesHaveAVolume() {
        assertThat(server)
                .contains("mem_limit: ${TCN_MEMORY:-2g}")
                .containsPattern("\\$\\{TCN_CERTIFICATES:-[a-z-]+}:/etc/tcn/certificates:ro");
        assertThat(read("docker/README.md")).contains("/etc/tcn/certificates/", "`TCN_CERTIFICATES`");
    }

    @Test
    void whatToKeepAndHowToUpgradeIsSaid() {
        assertThat(read("docker/README.md")).containsPattern("\\*\\*Backup\\*\\*.*pki.*PostgreSQL");
        assertThat(compose).contains("A new major version does not read the old one's files");
    }

    /// A stop in order is no failure, and wrong arguments do not become right by another start.
    @Test
    void theServiceKnowsTheExitCodesOfTheServer() {
        assertThat(read("docker/tcn.service"))
                .contains("ExecStart=/opt/tcn/tcn serve --data ", "Restart=on-failure", "RestartPreventExitStatus=2");
        assertThat(read("docs/operations.md")).contains("docker/tcn.service");
    }

    private static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
