// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.cli.SettingsOfEnvironment;
import io.tcn.api.cli.TcnCommand;
import io.tcn.api.credential.VaultKey;
import io.tcn.api.harness.TestPki;
import io.tcn.api.security.Pki;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// The files for containers say the same as the commands and as each other. `tools/check-image` builds the image.
class ContainerFilesTest {
    private static final List<String> SERVERS = List.of("tcn-1", "tcn-2");
    private static final List<String> PROBE = List.of("CMD", "tcn", "health", "--any-certificate");

    private final String text = read("docker/compose.yaml");
    private final ComposeFile compose = new ComposeFile(Path.of("..").resolve("docker/compose.yaml"));
    private final String example = read("docker/.env.example");

    private static String read(String file) {
        try {
            return Files.readString(Path.of("..").resolve(file));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    @Test
    void theProbeOfImageAndComposeIsACommandThatNeedsNoAuthority() {
        for (String server : SERVERS) {
            assertThat(ComposeFile.map(compose.service(server).get("healthcheck"))
                            .get("test"))
                    .isEqualTo(PROBE);
        }
        assertThat(read("docker/Dockerfile").replaceAll("\\s+", " "))
                .containsPattern("HEALTHCHECK [^\\[]* CMD \\[\"tcn\", \"health\", \"--any-certificate\"]");
        new CommandLine(new TcnCommand())
                .parseArgs(PROBE.subList(2, PROBE.size()).toArray(String[]::new));
    }

    /// What asks a server would call a process without one sick.
    @Test
    void whatIsNoServerIsNotProbedAsOne() {
        assertThat(ComposeFile.map(compose.service("keys").get("healthcheck")))
                .containsExactly(Map.entry("disable", true));
    }

    /// The probe of agents in `compose.yaml` and on Kubernetes, run here: the file of its signs of life is young
    /// enough.
    @Test
    void anAgentIsWellWhileItsSignsOfLifeAreYoung(@TempDir Path folder) throws Exception {
        Path alive = folder.resolve("alive");
        List<String> inCompose = ComposeFile.list(
                ComposeFile.map(compose.service("agent-1").get("healthcheck")).get("test"));
        List<String> probes = new ArrayList<>(matches("(?m)^ +- (test .*)$", read("docker/kubernetes/agents.yaml")));
        assertThat(probes).hasSize(2);
        assertThat(inCompose).hasSize(2).startsWith("CMD-SHELL");
        probes.add(inCompose.get(1).replace("$$", "$"));
        for (String probe : probes) {
            Files.deleteIfExists(alive);
            assertThat(exitCode(probe, alive))
                    .as("before the first sign: %s", probe)
                    .isNotZero();
            Files.writeString(alive, "instance");
            assertThat(exitCode(probe, alive)).as(probe).isZero();
            Files.setLastModifiedTime(alive, FileTime.from(Instant.now().minusSeconds(90)));
            assertThat(exitCode(probe, alive)).as("silent: %s", probe).isNotZero();
        }
    }

    private static int exitCode(String probe, Path alive) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", probe)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        shell.environment().put("TCN_AGENTS_SELF_ALIVEFILE", alive.toString());
        return shell.start().waitFor();
    }

    /// Also those lines that are only an offer.
    @ParameterizedTest
    @ValueSource(strings = {"values.env", "agents.env", "kafka.env", "secrets.env.example"})
    void everyVariableOfTheFilesForKubernetesIsASetting(String file) {
        Map<String, Object> variables = new TreeMap<>();
        Pattern.compile("(?m)^#?((?:TCN|SPRING)_[A-Z_]+)=(.*)$")
                .matcher(read("docker/kubernetes/" + file))
                .results()
                .forEach(found -> variables.put(found.group(1), found.group(2)));
        assertThat(variables).isNotEmpty();
        // What another of the files has, or servers.yaml.
        variables.putIfAbsent("TCN_CLUSTER_ADDRESS", "https://tcn-0.tcn-servers:8446");
        variables.putIfAbsent("TCN_AGENTS_BROKERS", "kafka:9092");
        variables.putIfAbsent("TCN_AGENTS_KEYFILE", "agents.key");
        assertThat(SettingsOfEnvironment.complaints(variables)).isEmpty();
    }

    @Test
    void thereIsNoPasswordButTheOnesThatAreChosen() {
        assertThat(matches("PASSWORD: (.*)", text))
                .containsExactlyInAnyOrder(
                        "${TCN_DB_PASSWORD:?choose a password in .env}",
                        "${TCN_DB_PASSWORD:?choose a password in .env}",
                        "${TCN_GRAFANA_PASSWORD:?choose a password in .env}");
        assertThat(matches("(?m)^TCN_(?:DB|GRAFANA)_PASSWORD=(.*)$", example)).containsExactly("", "");
    }

    @Test
    void theExampleNamesEachVariableThatComposeReadsAndNoOther() {
        assertThat(new TreeSet<>(matches("\\$\\{([A-Z_]+)", text)))
                .contains("TCN_KAFKA", "TCN_TAG", "TCN_MEMORY", "TCN_CERTIFICATES", "TCN_HOST_NAMES")
                .isEqualTo(new TreeSet<>(matches("(?m)^#?([A-Z_]+)=", example)));
    }

    @Test
    void theServersMemoryIsLimitedAndTheirCertificatesHaveAVolume() {
        for (String server : SERVERS) {
            assertThat(compose.service(server)).containsEntry("mem_limit", "${TCN_MEMORY:-2g}");
            assertThat(compose.mounts(server))
                    .contains("${TCN_CERTIFICATES:-tcn-certificates}:/etc/tcn/certificates:ro");
        }
        assertThat(read("docker/README.md")).contains("/etc/tcn/certificates/", "`TCN_CERTIFICATES`");
    }

    @Test
    void whatToKeepAndHowToUpgradeIsSaid() {
        assertThat(read("docker/README.md")).containsPattern("\\*\\*Backup\\*\\*.*keys.*pki.*PostgreSQL");
        assertThat(text).contains("A new major version does not read the old one's files");
    }

    /// The servers differ in their address and data only, and read the vault with one key.
    @Test
    void twoServersShareDatabaseKeysAndSettings() {
        Map<String, Object> first = new TreeMap<>(compose.environment("tcn-1"));
        Map<String, Object> second = new TreeMap<>(compose.environment("tcn-2"));
        assertThat(first.remove("TCN_CLUSTER_ADDRESS")).isEqualTo("https://tcn-1:8446");
        assertThat(second.remove("TCN_CLUSTER_ADDRESS")).isEqualTo("https://tcn-2:8446");
        assertThat(first).isEqualTo(second).containsEntry("TCN_CLUSTER_ENABLED", "true");
        assertThat(compose.mounts("tcn-1")).contains("tcn-1-data:/var/lib/tcn", "keys:/var/lib/tcn/pki");
        assertThat(compose.mounts("tcn-2")).contains("tcn-2-data:/var/lib/tcn", "keys:/var/lib/tcn/pki");
        assertThat(first.get("TCN_HOST_NAMES").toString())
                .startsWith("tcn-1,tcn-2,")
                .isEqualTo(compose.environment("keys").get("TCN_HOST_NAMES"));
    }

    /// What a client of one server is given holds for all behind their service, and a server has nothing to make
    /// in the folder, which it cannot write.
    @Test
    void serversOnKubernetesHaveOnePkiAndMakeNothingInIt(@TempDir Path data) throws IOException {
        TestPki.into(data.resolve("made"));
        VaultKey.createIfMissing(data.resolve("made"));
        List<String> made = filesIn(data.resolve("made/pki"));
        assertThat(matches("(?m)^ +- pki/(.*)$", read("docker/kubernetes/kustomization.yaml")))
                .isEqualTo(made);
        String servers = read("docker/kubernetes/servers.yaml");
        assertThat(servers)
                .contains("{name: pki, mountPath: /var/lib/tcn/pki, readOnly: true}")
                .doesNotContain("initContainers");
        String volume = servers.substring(servers.indexOf("secretName: tcn-pki"));
        List<String> mounted = matches("\\{key: (.*), path: \\1}", volume);
        assertThat(mounted).isSubsetOf(made).doesNotContain("ca.key", "demo-user.key");

        Path pod = Files.createDirectories(data.resolve("pod/pki")).getParent();
        for (String file : mounted) {
            Files.copy(
                    data.resolve("made/pki").resolve(file), pod.resolve("pki").resolve(file));
        }
        Pki pki = new Pki(pod);
        assertThat(pki.createIfMissing(List.of("tcn", "another"), Instant.now()))
                .isFalse();
        assertThat(VaultKey.createIfMissing(pod)).isFalse();
        assertThat(filesIn(pod.resolve("pki"))).isEqualTo(mounted);
        assertThat(pki.clientDn()).isEqualTo("/DC=tcn/OU=people/CN=Demo User");
        assertThat(read(".gitignore")).contains("docker/kubernetes/pki/");
    }

    private static List<String> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /// Else they would be refused at the start: as SettingsCheck does it, for variables with the values of
    /// `.env.example`.
    @ParameterizedTest
    @ValueSource(strings = {"tcn-1", "tcn-2", "agent-1", "agent-2", "keys"})
    void everySettingIsThere(String service) {
        Map<String, Object> environment = new TreeMap<>();
        compose.environment(service).forEach((name, value) -> environment.put(name, inForce(value.toString())));
        assertThat(environment.toString()).doesNotContain("${");
        assertThat(SettingsOfEnvironment.complaints(environment)).isEmpty();
    }

    /// What compose makes of `${NAME:-VALUE}` where no variable is set.
    private static String inForce(String value) {
        return value.replaceAll("\\$\\{[A-Z_]+:-([^}]*)}", "$1").replaceAll("\\$\\{[A-Z_]+:\\?[^}]*}", "chosen");
    }

    @Test
    void commandsOfServicesAreCommands() {
        CommandLine tcn = new CommandLine(new TcnCommand());
        for (String agent : List.of("agent-1", "agent-2")) {
            List<String> command = ComposeFile.list(compose.service(agent).get("command"));
            assertThat(command).containsSequence("--name", agent);
            tcn.parseArgs(command.toArray(String[]::new));
        }
        String script = ComposeFile.list(compose.service("keys").get("command")).getFirst();
        assertThat(matches("(?m)^tcn (.*)$", script)).singleElement().satisfies(call -> tcn.parseArgs(call.split(" ")));
    }

    @Test
    void everyMountHasAVolumeOrAFile() {
        for (String service : compose.services()) {
            for (String mount : compose.mounts(service)) {
                String source = inForce(mount).split(":")[0];
                if (source.startsWith("./")) {
                    assertThat(Path.of("../docker").resolve(source)).as(service).exists();
                } else {
                    assertThat(compose.volumes()).as(service).contains(source);
                }
            }
        }
        // A volume of an empty folder has the owner that the folder has in the image.
        for (String folder : List.of("/var/lib/tcn/pki", "/etc/tcn/agents", "/etc/tcn/monitoring")) {
            assertThat(read("docker/Dockerfile")).contains(folder);
        }
    }

    @Test
    void prometheusAsksBothServersWithFilesThatAreMounted() {
        String settings = read("docker/prometheus/prometheus.yml");
        assertThat(settings).contains("[\"tcn-1:8446\", \"tcn-2:8446\"]", "rule_files: [tcn-alerts.yaml]");
        assertThat(matches("_file: (.*)/", settings)).hasSize(3).containsOnly("/etc/tcn/monitoring");
        assertThat(compose.mounts("prometheus"))
                .contains(
                        "monitoring:/etc/tcn/monitoring:ro",
                        "./prometheus/prometheus.yml:/etc/prometheus/prometheus.yml:ro",
                        "./prometheus/tcn-alerts.yaml:/etc/prometheus/tcn-alerts.yaml:ro");
        assertThat(compose.mounts("keys")).contains("monitoring:/etc/tcn/monitoring");
        assertThat(text).contains("--client prometheus --out /etc/tcn/monitoring");
    }

    @Test
    void grafanaHasTheDashboardAndWhatItAsks() {
        assertThat(compose.mounts("grafana"))
                .contains(
                        "./grafana/provisioning:/etc/grafana/provisioning:ro",
                        "./grafana/tcn-dashboard.json:/var/lib/grafana/dashboards/tcn.json:ro");
        assertThat(read("docker/grafana/provisioning/datasources/tcn.yaml"))
                .contains("type: prometheus", "url: http://prometheus:9090", "isDefault: true");
        assertThat(read("docker/grafana/provisioning/dashboards/tcn.yaml"))
                .contains("path: /var/lib/grafana/dashboards");
        assertThat(compose.environment("grafana"))
                .containsEntry("GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH", "/var/lib/grafana/dashboards/tcn.json");
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
