// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the documents, the dashboard and the alert rules name is there, and what is there stands in the document.
@Tag("it")
class MetricNamesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final Pattern NAME = Pattern.compile("\\b(tcn|jvm)_[a-z_]*[a-z]\\b");

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static String scrape = "";

    @BeforeAll
    static void start() throws IOException {
        Path topology = folder.resolve("topology.json");
        Files.writeString(
                topology,
                "{\"nodes\": [{\"id\": \"r\", \"type\": \"router\"}, {\"id\": \"s\", \"type\": \"site\"}], \"links\":"
                        + " [{\"id\": \"l\", \"a\": \"r\", \"b\": \"s\", \"capacityGbps\": 1}]}");
        server = RunningServer.start(folder, Map.of("tcn.topology.file", topology.toString()));
        server.demo().put("/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"all-storages\", \"boundBps\": 1e9}");
        server.demo()
                .post(
                        "/tcn/v1/transfers",
                        "{\"transfers\": [{\"source\": \"https://a.invalid/f\", \"destination\": \"https://b.invalid/g\"}]}");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> server.demo().get("/tcn/v1/metrics").body().contains("tcn_control_slack_bps{"));
        scrape = server.demo().get("/tcn/v1/metrics").body();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Set<String> exported() {
        Set<String> names = new TreeSet<>();
        scrape.lines().filter(line -> line.startsWith("# TYPE ")).forEach(line -> names.add(line.split(" ")[2]));
        return names;
    }

    private static Set<String> namedIn(String file) throws IOException {
        Set<String> names = new TreeSet<>();
        Matcher found = NAME.matcher(Files.readString(ROOT.resolve(file)));
        while (found.find()) {
            names.add(found.group());
        }
        return names;
    }

    @Test
    void whatIsNamedIsThere() throws IOException {
        Set<String> exported = exported();
        for (String file : List.of(
                "docs/operations.md",
                "docs/native-api.md",
                "docker/grafana/tcn-dashboard.json",
                "docker/prometheus/tcn-alerts.yaml")) {
            Set<String> named = namedIn(file);
            assertThat(named).as(file).isNotEmpty();
            named.removeIf(name -> exported.contains(name) || isPartOfOne(name, exported));
            assertThat(named).as("%s names metrics that there are not", file).isEmpty();
        }
    }

    /// Summaries are exported under one name with two endings.
    private static boolean isPartOfOne(String name, Set<String> exported) {
        return scrape.contains("\n" + name + "{") && exported.contains(name.replaceFirst("_(count|sum)$", ""));
    }

    @Test
    void whatIsThereStandsInTheDocument() throws IOException {
        Set<String> missing = exported();
        missing.removeAll(namedIn("docs/operations.md"));
        // Those of the ALTO servers have a page of their own, those of the process are Micrometer's.
        missing.removeIf(name -> name.matches("(tcn_alto|jvm|process|system)_.*"));
        assertThat(missing).isEmpty();
    }

    /// The budget that docs/benchmarks/page.md states; what could grow has a bound of its own ([NamedMetricsTest],
    /// [HttpMetricsTest]).
    @Test
    void aScrapeHasFewSeries() {
        assertThat(scrape.lines().filter(line -> !line.startsWith("#"))).hasSizeBetween(100, 500);
    }

    @Test
    void theProcessAndTheRoutesAreThere() {
        assertThat(scrape)
                .contains("jvm_memory_used_bytes{", "process_uptime_seconds ", "process_files_open_files ")
                .contains("tcn_http_requests_seconds_count{method=\"PUT\",route=\"/tcn/v1/rc\",status=\"2xx\"} 1")
                .contains("tcn_loop_events_total{loop=\"control\"}", "tcn_loop_events_total{loop=\"store\"}");
    }

    @Test
    void whatIsOfOthersIsToldToReadersOnly() {
        assertThat(server.alice().get("/tcn/v1/metrics").body())
                .contains("tcn_pipes ")
                .doesNotContain("user=\"demo\"", "a.invalid");
        assertThat(server.nobody().get("/tcn/v1/metrics").status()).isEqualTo(403);
        assertThat(server.demo().get("/actuator/prometheus").body()).contains("user=\"demo\"");
        assertThat(server.nobody().get("/actuator/prometheus").status()).isEqualTo(403);
        assertThat(server.demo().get("/actuator/env").status()).isEqualTo(404);
    }

    @Test
    void everyPanelAsksForSomething() throws IOException {
        JsonNode dashboard =
                JsonMapper.shared().readTree(Files.readString(ROOT.resolve("docker/grafana/tcn-dashboard.json")));
        assertThat(dashboard.path("panels").size()).isGreaterThan(10);
        for (JsonNode panel : dashboard.path("panels")) {
            assertThat(panel.path("targets").size())
                    .as(panel.path("title").stringValue())
                    .isPositive();
            for (JsonNode target : panel.path("targets")) {
                assertThat(target.path("expr").stringValue()).containsPattern(NAME);
            }
        }
    }

    /// Debian's package `prometheus` brings it; where it is missing this is not tested.
    @Test
    void prometheusTakesTheRulesAndTheExposition() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(PROMTOOL), "promtool is not installed");
        Path metrics = folder.resolve("metrics");
        Files.writeString(metrics, scrape);
        Path rules = ROOT.resolve("docker").resolve("prometheus");
        assertThat(promtool(
                        null, "check", "rules", rules.resolve("tcn-alerts.yaml").toString()))
                .isZero();
        assertThat(promtool(
                        null,
                        "test",
                        "rules",
                        rules.resolve("tcn-alerts-test.yaml").toString()))
                .isZero();
        // 3 is told for matters of taste in names, 1 for what cannot be read.
        assertThat(promtool(metrics, "check", "metrics")).isIn(0, 3);
    }

    private static int promtool(@org.jspecify.annotations.Nullable Path input, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of(PROMTOOL.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("promtool.log").toFile());
        if (input != null) {
            builder.redirectInput(input.toFile());
        }
        return builder.start().waitFor();
    }
}
