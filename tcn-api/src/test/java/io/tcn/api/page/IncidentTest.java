// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestPorts;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// An incident from its begin to its end, as operators live it: a storage begins to fail, the page shows it, the alarm
/// fires, a ban by the page stops it, the audit has it, and when the storage is back everything is moved.
@Tag("it")
class IncidentTest {
    private static final Path ROOT = Path.of("..");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final List<String> WATCHED =
            List.of("tcn_storages_failing", "tcn_attempts_total", "tcn_attempts_failed_total", "tcn_storages_paused");

    @TempDir
    Path folder = Path.of("");

    private final List<Map<String, String>> scrapes = new ArrayList<>();

    @Test
    void aStorageThatFailsIsSeenStoppedAndTakenBack() throws IOException, InterruptedException {
        Path disk = folder.resolve("b");
        try (RunningServer server = RunningServer.start(
                        folder,
                        Map.of("tcn.control.interval", INTERVAL.toMillis() + "ms", "tcn.agent.pause-after", "0"));
                LoggedStorage a = LoggedStorage.start(folder.resolve("a"))) {
            Client demo = server.demo();
            LoggedStorage b = LoggedStorage.startAt(disk, TestPorts.one());
            String endpoint = "http://127.0.0.1:" + b.port();
            // Files go from a to b all the time.
            String well = submit(demo, a, b, "well", 5, 0);
            await().atMost(LONG).until(() -> state(demo, well).equals("FINISHED"));
            assertThat(failing(demo)).isEmpty();
            scrape(demo);

            b.goAway();
            String hurt = submit(demo, a, b, "hurt", 20, 100);
            await().atMost(LONG).until(() -> attempts(demo, endpoint, "failures") > 0);
            // It has failed: from now on two intervals.
            await().atMost(INTERVAL.multipliedBy(2)).until(() -> failing(demo).contains(endpoint));
            assertThat(demo.get("/ui").body()).containsPattern("Storages that fail</dt>\\s*<dd><a[^>]*><bdi>1</bdi>");
            JsonNode reason = rows(demo, "reasons", "sort", "-count").path(0);
            assertThat(reason.path("storage").stringValue()).isEqualTo(endpoint);
            assertThat(reason.path("last").isNull()).isFalse();
            scrape(demo);
            if (Files.isExecutable(PROMTOOL)) {
                theAlarmFires();
            }

            String page = demo.get("/ui/failures").body();
            assertThat(page).contains("/ui/ban?storage=http%3A%2F%2F127.0.0.1");
            ban(demo, "ban", "&status=WAIT_AS&message=disk+is+broken");
            // What was under way when the ban came ends; then nothing is tried for longer than between two tries
            // before.
            long[] tried = {-1};
            await().atMost(LONG).during(Duration.ofSeconds(13)).until(() -> {
                long before = tried[0];
                tried[0] = attempts(demo, endpoint, "attempts");
                return tried[0] == before;
            });
            assertThat(state(demo, hurt)).isNotIn("FAILED", "FINISHED", "CANCELED");
            assertThat(demo.get("/ui/failures").body()).contains("disk is broken");
            assertThat(demo.get("/ui/job?id=" + hurt).body()).containsIgnoringCase("ban");
            String audit = demo.get("/ui/audit?as=csv&table=audit").body();
            assertThat(audit.lines().filter(line -> line.contains("127.0.0.1")))
                    .as(audit)
                    .isNotEmpty()
                    .allMatch(line -> line.contains("demo"));

            try (LoggedStorage back = LoggedStorage.startAt(disk, b.port())) {
                ban(demo, "unban", "");
                await().atMost(LONG).until(() -> state(demo, hurt).equals("FINISHED"));
                await().atMost(INTERVAL.multipliedBy(2))
                        .until(() -> failing(demo).isEmpty());
                assertThat(back.files()).hasSize(25);
            }
        }
    }

    private static String submit(Client demo, LoggedStorage from, LoggedStorage to, String name, int files, int retries)
            throws IOException {
        List<String> transfers = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            String path = "/" + name + i;
            transfers.add("{\"source\": \"" + from.put(path, 2000) + "\", \"destination\": \"" + to.url(path)
                    + "\", \"retries\": " + retries + "}");
        }
        Answer made = demo.post("/tcn/v1/transfers", "{\"transfers\": [" + String.join(", ", transfers) + "]}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.text("jobId");
    }

    private static String state(Client demo, String job) {
        return demo.get("/tcn/v1/jobs/" + job).text("state");
    }

    private static JsonNode rows(Client demo, String table, String key, String value) {
        return demo.get("/ui/failures?as=json&table=" + table + "&" + table + "." + key + "=" + value)
                .json();
    }

    private static List<String> failing(Client demo) {
        List<String> failing = new ArrayList<>();
        rows(demo, "storages", "q", "http").forEach(row -> {
            if (!row.path("since").isNull()) {
                failing.add(row.path("storage").stringValue());
            }
        });
        return failing;
    }

    private static long attempts(Client demo, String endpoint, String column) {
        JsonNode row = rows(demo, "storages", "q", endpoint).path(0);
        return row.path(column).longValue();
    }

    private static void ban(Client demo, String what, String more) {
        String storage = "storage=http%3A%2F%2F127.0.0.1&user=demo";
        Matcher mark = Pattern.compile("name=\"mark\" value=\"([^\"]+)\"")
                .matcher(demo.get("/ui/" + what + "?" + storage).body());
        assertThat(mark.find()).isTrue();
        Answer done = demo.send(demo.request("/ui/" + what)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(storage + "&mark=" + mark.group(1) + more)));
        assertThat(done.status()).as(done.body()).isEqualTo(303);
    }

    private void scrape(Client demo) {
        scrapes.add(demo.get("/tcn/v1/metrics")
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" "))
                .filter(parts -> WATCHED.contains(parts[0]))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1])));
    }

    /// What the server said before and in the incident, each for half an hour, a scrape a minute. Debian's package
    /// `prometheus` brings the tool; where it is missing this is not tested.
    private void theAlarmFires() throws IOException, InterruptedException {
        assertThat(scrapes).allSatisfy(scrape -> assertThat(scrape).containsOnlyKeys(WATCHED));
        String series = WATCHED.stream()
                .map(name -> "      - series: '" + name + "{instance=\"a\", job=\"tcn\"}'\n        values: '"
                        + IntStream.range(0, 60)
                                .mapToObj(minute -> scrapes.get(minute / 30).get(name))
                                .collect(Collectors.joining(" "))
                        + "'\n")
                .collect(Collectors.joining());
        Path rules = folder.resolve("incident.yaml");
        Files.writeString(rules, """
                rule_files:
                  - %s
                evaluation_interval: 1m
                tests:
                  - interval: 1m
                    input_series:
                %s    alert_rule_test:
                      - eval_time: 29m
                        alertname: TcnStorageFailing
                      - eval_time: 39m
                        alertname: TcnStorageFailing
                      - eval_time: 41m
                        alertname: TcnStorageFailing
                        exp_alerts:
                          - exp_labels: {severity: warning, instance: a, job: tcn}
                            exp_annotations:
                              summary: "1 storages fail; the page Failures of TCN names them"
                """.formatted(
                        ROOT.resolve("docker/prometheus/tcn-alerts.yaml").toRealPath(), series));
        Path log = folder.resolve("promtool.log");
        int code = new ProcessBuilder(PROMTOOL.toString(), "test", "rules", rules.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        assertThat(code).as(Files.readString(log)).isZero();
    }
}
